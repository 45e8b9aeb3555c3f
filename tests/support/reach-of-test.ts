import type { PushReach } from '#server/features/administration/web-push/sending/push-reach.ts';

export const pushHost = 'push.test';

/** A service of this machine in place of those of browsers. */
export const reachOfTest = (port: number, certificate: string): PushReach => ({
  hosts: [pushHost],
  port,
  mayConnectTo: (address) => address === '127.0.0.1',
  lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  ca: certificate,
});
