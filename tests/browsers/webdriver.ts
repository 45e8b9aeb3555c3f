import { type Browser, keyCodes, queryBody } from './browser.ts';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** A browser behind a WebDriver server (W3C WebDriver, JSON over HTTP). */
export async function connectWebDriver(
  name: string,
  server: string,
  capabilities: object,
  end: () => Promise<void>,
): Promise<Browser> {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${server}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/timeouts`, { script: 30_000, pageLoad: 60_000, implicit: 0 });
  await send('POST', `${at}/window/rect`, { width: 1280, height: 900 });
  const run = <T>(script: string, ...args: unknown[]) =>
    send<T>('POST', `${at}/execute/sync`, { script, args });
  return {
    name,
    goto: (url) => send('POST', `${at}/url`, { url }),
    run,
    async query(selector, words) {
      const found = await run<Record<string, string> | null>(queryBody, selector, words ?? '');
      return found?.[elementKey];
    },
    click: (element) => send('POST', `${at}/element/${element}/click`, {}),
    type: (element, text) => send('POST', `${at}/element/${element}/value`, { text }),
    async press(key) {
      const value = keyCodes[key];
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await send('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    upload: (element, file) => send('POST', `${at}/element/${element}/value`, { text: file }),
    screenshot: async () => Buffer.from(await send<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await send('DELETE', at).catch(() => undefined);
      await end();
    },
  };
}
