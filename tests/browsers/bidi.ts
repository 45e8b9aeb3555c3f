import { type Browser, keyCodes, queryBody } from './browser.ts';

type Answer = { id?: number; type?: string; result?: unknown; error?: string; message?: string };
interface Node {
  type: string;
  sharedId?: string;
}
interface Evaluated {
  type: string;
  result: Node & { value?: unknown };
  exceptionDetails?: { text: string };
}

/** A browser behind WebDriver BiDi (JSON over a WebSocket). */
export async function connectBidi(name: string, url: string, end: () => Promise<void>): Promise<Browser> {
  const socket = new WebSocket(url);
  await new Promise((open, fail) => {
    socket.addEventListener('open', open);
    socket.addEventListener('error', () => fail(new Error(`${name} does not answer at ${url}`)));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let sent = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    sent += 1;
    const id = sent;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`);
    return answer.result as T;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
  const call = async (body: string, values: unknown[]) => {
    // Values go as text: a function with its own `arguments` keeps the body the same for both protocols.
    const answer = await send<Evaluated>('script.evaluate', {
      expression: `(function () { ${body} })(...${JSON.stringify(values)})`,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  };
  const act = (actions: object[]) => send<void>('input.performActions', { context, actions });
  const keys = (text: string) => ({
    type: 'key',
    id: 'keys',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  });
  const click = (sharedId: string) => {
    const origin = { type: 'element', element: { sharedId } };
    const steps = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    return act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }]);
  };
  return {
    name,
    goto: (address) => send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
    run: async <T>(body: string, ...values: unknown[]) =>
      JSON.parse(
        String(
          (await call(`return JSON.stringify((function () { ${body} })(...arguments) ?? null)`, values))
            .value,
        ),
      ) as T,
    query: async (selector, words) => (await call(queryBody, [selector, words ?? ''])).sharedId,
    click,
    async type(element, text) {
      await click(element);
      await act([keys(text)]);
    },
    press: (key) => act([keys(keyCodes[key])]),
    upload: (sharedId, file) => send('input.setFiles', { context, element: { sharedId }, files: [file] }),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined);
      socket.close();
      await end();
    },
  };
}
