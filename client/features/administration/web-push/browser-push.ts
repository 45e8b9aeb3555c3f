/**
 * `home_screen`: an iPhone, where only pages of the home screen take messages. `blocked`: its user has refused them for this page.
 */
type PushAbility = 'able' | 'home_screen' | 'blocked' | 'none';

const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Whether this browser takes messages while the page is closed; over plain http none does. */
export function pushAbility(): PushAbility {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'blocked' : 'able';
  return window.isSecureContext && isApplePhone() ? 'home_screen' : 'none';
}

/** Where this browser takes messages, after its user was asked. @throws where the user or the browser refuses */
export async function subscribeToPush(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('refused');
  // Where the browser keeps no data of the page, nothing is registered, and `ready` would wait for ever.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no service worker');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // An address that was made with another key of the server would not take its messages.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await unsubscribeFromPush();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, p256dh, auth };
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
