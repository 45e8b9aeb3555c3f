import { describe, expect, test } from 'vitest';
import {
  browserServices,
  isWithinReach,
} from '#server/features/administration/web-push/sending/push-reach.ts';

describe('an address that a browser names', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b',
    'https://fcm.googleapis.com:443/wp/abc',
    'https://FCM.googleapis.com/wp/abc',
    'https://web.push.apple.com/QaBC',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY%3d',
  ])('may be of a service: %s', (endpoint) => expect(isWithinReach(browserServices, endpoint)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilfcm.googleapis.com/a',
    'https://googleapis.com/a',
    'https://storage.googleapis.com/a',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example/?x=.fcm.googleapis.com',
    'https://evil.example#.fcm.googleapis.com',
    'https://evil.example\\.fcm.googleapis.com/',
    'https://fcm.googleapis.com@evil.example/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://fcm.googleapis.com./a',
    'https://push.apple.com.',
    'https://notpush.apple.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'ftp://fcm.googleapis.com/a',
    'wss://fcm.googleapis.com/a',
    'javascript:alert(1)',
    '',
    'fcm.googleapis.com',
  ])('may be none: %s', (endpoint) => expect(isWithinReach(browserServices, endpoint)).toBe(false));
});

describe('an address that a name resolves to', () => {
  test.each(['142.250.74.10', '17.57.146.20', '2a00:1450:4001:80b::200a', '::ffff:8.8.8.8'])(
    'may be public: %s',
    (address) => expect(browserServices.mayConnectTo(address)).toBe(true),
  );

  test.each([
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['255.255.255.255', '224.0.0.1', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fd00::1', 'fc00::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['', 'fcm.googleapis.com', '127.1'],
  ])('is not used: %s', (address) => expect(browserServices.mayConnectTo(address)).toBe(false));
});
