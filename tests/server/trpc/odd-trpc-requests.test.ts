import { beforeAll, expect, test } from 'vitest';
import { batchSizeMax } from '#server/contract/batch-size.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** Requests that no procedure can answer: each is the sender's fault, and says so in status, code and body alike. */
type Refusal = { code: string; http_status?: number };
/** As tRPC says it, or as everything says it that refuses a request before tRPC sees it. */
type Body = { error: { data: Refusal } } | Refusal;
const app = startTestAppBeforeAll();
const logged: unknown[] = [];
beforeAll(async () => {
  app.ctx.log.error = (fact: { path?: string; err?: unknown }) => void logged.push(String(fact.err ?? fact));
});

const form = new FormData();
form.set('username', 'somebody');
const text = (type: string, body: string) => ({ method: 'POST', headers: { 'content-type': type }, body });

test.each<[string, string, RequestInit, number, string]>([
  ['input that is no JSON', 'openedShareLink.photos?input=%7B', {}, 400, 'bad_request'],
  ['a batch that is no JSON', 'openedShareLink.photos?batch=1&input=%5B', {}, 400, 'bad_request'],
  [
    'more calls than one request may hold',
    `${Array(batchSizeMax + 1).fill('installationSettings.public')}?batch=1`,
    {},
    400,
    'bad_request',
  ],
  ['connection parameters that are no JSON', 'auth.me?connectionParams=%7B', {}, 400, 'bad_request'],
  ['a path that cannot be decoded', '%E0%A4%A', {}, 404, 'not_found'],
  ['an unknown procedure', 'auth.nothing', {}, 404, 'not_found'],
  ['a change by GET', 'auth.login', {}, 405, 'method_not_allowed'],
  ['a question by POST', 'openedShareLink.photos', text('application/json', '{}'), 405, 'method_not_allowed'],
  ['another method', 'auth.login', { method: 'PATCH' }, 405, 'method_not_allowed'],
  ['a form', 'auth.login', { method: 'POST', body: form }, 415, 'unsupported_media_type'],
  [
    'a broken form',
    'auth.login',
    text('multipart/form-data; boundary=x', '--'),
    415,
    'unsupported_media_type',
  ],
  ['bytes', 'auth.login', text('application/octet-stream', '{}'), 415, 'unsupported_media_type'],
  ['lines of JSON', 'auth.login', text('application/jsonl', '{}'), 415, 'unsupported_media_type'],
  ['plain text', 'auth.login', text('text/plain', '{}'), 415, 'unsupported_media_type'],
  ['no body', 'auth.login', { method: 'POST' }, 415, 'unsupported_media_type'],
])('%s', async (_what, path, init, status, code) => {
  const answer = await fetch(`${app.url}/trpc/${path}`, init);
  const sent = (await answer.json()) as Body | [Body];
  const body = Array.isArray(sent) ? sent[0] : sent;
  const refusal = 'error' in body ? body.error.data : body;
  expect([answer.status, refusal.http_status ?? status, refusal.code]).toEqual([status, status, code]);
  if (init.method === 'PATCH') expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  expect(logged).toEqual([]);
});
