import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const phone = { endpoint: 'https://web.push.apple.com/abc', p256dh: 'Bkey', auth: 'secret' };
const { endpoint, ...keys } = phone;
const subscribe = vi.fn();
const unsubscribe = vi.fn();
const permission = vi.fn();

/** A browser that takes messages. */
function giveBrowser(state: NotificationPermission = 'default') {
  const pushManager = { subscribe, getSubscription: async () => ({ unsubscribe }) };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: state, requestPermission: permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) },
  });
}
beforeEach(() => {
  subscribe.mockReset().mockResolvedValue({ toJSON: () => ({ endpoint, keys }) });
  permission.mockReset().mockResolvedValue('granted');
  unsubscribe.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function open(path: string, { web_push = true, is_offered = true, is_told = false } = {}) {
  let told = is_told;
  return renderApp(path, {
    as: userWith(),
    answers: {
      installationSettings: { public: sampleAnswer('installationSettings', 'public', { web_push }) },
      webPush: {
        get: () => ({ is_offered, public_key: 'BPublic', is_told: told }),
        tell: () => {
          told = true;
          return { ok: true as const };
        },
        stop: () => {
          told = false;
          return { ok: true as const };
        },
      },
    },
  });
}
const toggle = () => screen.findByRole('switch', { name: /Tell me on this device/ });
const page = () => screen.findByRole('heading', { name: 'Notifications' });

describe('this device, in the settings', () => {
  test('is told when it is switched on, and no more when it is switched off', async () => {
    giveBrowser();
    const { user, server } = open('/settings');
    await user.click(await toggle());
    expect(await screen.findByText('This device will tell you in the evening.')).toBeVisible();
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPublic' });
    expect(server.inputsOf('webPush.tell')).toEqual([{ ...phone, language: 'en' }]);
    await vi.waitFor(async () => expect(await toggle()).toBeChecked());
    await user.click(await toggle());
    expect(await screen.findByText('This device tells you no more.')).toBeVisible();
    expect(server.inputsOf('webPush.stop')).toHaveLength(1);
    expect(unsubscribe).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => expect(await toggle()).not.toBeChecked());
  });

  test('stays off where its user refuses, the browser has no service, or the server refuses', async () => {
    giveBrowser();
    const { user, server } = open('/settings');
    // Until it is off again another press would switch it off.
    const isOff = () => vi.waitFor(async () => expect(await toggle()).not.toBeChecked());
    permission.mockResolvedValueOnce('denied');
    await user.click(await toggle());
    expect(await screen.findByText('The browser did not allow it.')).toBeVisible();
    await isOff();
    subscribe.mockRejectedValue(new DOMException('push service not available', 'AbortError'));
    await user.click(await toggle());
    await vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(2));
    await isOff();
    expect(server.inputsOf('webPush.tell')).toEqual([]);
    subscribe.mockResolvedValue({ toJSON: () => ({ endpoint, keys }) });
    server.answer('webPush.tell', new Failure('push_devices_enough', 409));
    await user.click(await toggle());
    expect(await screen.findByText(/^Ten devices are told already/)).toBeVisible();
    await isOff();
  });

  test('gets another address where the server has another key', async () => {
    giveBrowser();
    subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'));
    const { user, server } = open('/settings');
    await user.click(await toggle());
    await vi.waitFor(() => expect(server.inputsOf('webPush.tell')).toHaveLength(1));
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  test('is not mentioned where it cannot be told', async () => {
    giveBrowser();
    const { server } = open('/settings', { web_push: false });
    await page();
    expect(screen.queryByText('Tell me on this device')).toBeNull();
    expect(server.inputsOf('webPush.get')).toEqual([]);
  });

  test('is not mentioned to those who are told of nobody', async () => {
    giveBrowser();
    const { server } = open('/settings', { is_offered: false });
    await vi.waitFor(() => expect(server.inputsOf('webPush.get')).toHaveLength(1));
    await page();
    expect(screen.queryByText('Tell me on this device')).toBeNull();
  });

  test('says where notifications are blocked', async () => {
    giveBrowser('denied');
    open('/settings');
    expect(await screen.findByText(/allow notifications of this page/)).toBeVisible();
  });

  test('of Apple is told once the page is on its home screen', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    );
    open('/settings');
    expect(await screen.findByText(/add this page to the home screen/)).toBeVisible();
  });
});

test('an administrator reads who carries the messages, and of whom they learn', async () => {
  const { user, server } = renderApp('/admin/settings', {
    as: userWith('admin'),
    answers: {
      installationSettings: {
        get: sampleAnswer('installationSettings', 'get', {
          web_push: false,
          push_contact: 'mailto:club@example.org',
        }),
        update: sampleAnswer('installationSettings', 'get', { web_push: true }),
      },
    },
  });
  const on = await screen.findByRole('switch', { name: /Tell phones about new photos/ });
  for (const word of ['Google', 'Apple', 'Mozilla', 'Microsoft', 'which device', 'club@example.org'])
    expect(screen.getAllByText(new RegExp(word))[0]).toBeVisible();
  await user.click(on);
  await vi.waitFor(() =>
    expect(server.inputsOf('installationSettings.update')).toEqual([
      { web_push: true, seen: { web_push: false } },
    ]),
  );
});

test('without an address for questions it stays off', async () => {
  renderApp('/admin/settings', {
    as: userWith('admin'),
    answers: {
      installationSettings: {
        get: sampleAnswer('installationSettings', 'get', { web_push: false, push_contact: null }),
      },
    },
  });
  expect(await screen.findByRole('switch', { name: /Tell phones about new photos/ })).toBeDisabled();
  expect(screen.getByText('SECURITY_CONTACT')).toBeVisible();
});
