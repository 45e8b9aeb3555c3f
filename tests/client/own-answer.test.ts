import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { badAnswerOf, errorMessage } from '#client/lib/error-message.ts';
import { readAnswer } from '#client/lib/own-answer.ts';

const t = ((key: string) => key) as unknown as TFunction;
const html = '<html><head><title>401 Authorization Required</title></head></html>';

test.each<[number, string, string]>([
  [401, html, 'errors.proxy_sign_in'],
  [401, '{"error":"unauthorized"}', 'errors.proxy_sign_in'],
  [401, '{"status":"KO","message":"Authelia"}', 'errors.proxy_sign_in'],
  [401, '', 'errors.proxy_sign_in'],
  [407, html, 'errors.proxy_sign_in'],
  [403, html, 'errors.proxy_refused'],
  [413, html, 'errors.proxy_too_large'],
  [502, html, 'errors.proxy_alone'],
  [503, 'no healthy upstream', 'errors.proxy_alone'],
  [504, html, 'errors.proxy_alone'],
  [200, html, 'errors.invalid_response'],
  [200, 'null', 'errors.invalid_response'],
  [500, '[]', 'errors.invalid_response'],
])('what is not ours is told in words: %s %s', async (status, body, sentence) => {
  const error = await readAnswer(new Response(body, { status })).catch((thrown: unknown) => thrown);
  expect(badAnswerOf(error)?.status).toBe(status);
  expect(errorMessage(t, error)).toBe(sentence);
});

test.each<[number, object]>([
  [200, { success: true, data: {} }],
  [401, { success: false, code: 'session_expired', message: 'Sign in' }],
  [413, { success: false, code: 'body_too_large' }],
  [401, [{ error: { message: 'x', data: { code: 'session_expired', http_status: 401 } } }]],
  [403, { error: { message: 'x', data: { code: 'forbidden', http_status: 403 } } }],
])('what is ours is read: %s %j', async (status, body) => {
  expect(await readAnswer(new Response(JSON.stringify(body), { status }))).toEqual(body);
});
