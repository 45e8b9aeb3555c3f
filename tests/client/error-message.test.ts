import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { clientError, errorMessage } from '#client/lib/error-message.ts';

describe('an error becomes a sentence', () => {
  const t = ((key: string, options?: { defaultValue?: string }) =>
    options?.defaultValue ?? key) as unknown as TFunction;
  it('from the message, the detail, or the status', () => {
    expect(clientError({ message: 'No' }, 400).message).toBe('No');
    expect(clientError({ detail: 'Because', message: 'No' }, 400).message).toBe('Because');
    const fields = [
      { field: 'a', msg: 'One' },
      { field: 'b', msg: 'Two' },
    ];
    expect(clientError({ detail: fields }, 422).message).toBe('One, Two');
    expect(clientError({}, 418).message).toBe('HTTP 418');
  });
  it('and says so when there was no answer, or none that can be read', () => {
    expect(errorMessage(t, new TypeError('Failed to fetch'))).toBe('errors.network');
    expect(errorMessage(t, new SyntaxError('Unexpected token <'))).toBe('errors.invalid_response');
  });
  it('and names the page that the server does not know', () => {
    const variants: object[] = [];
    const spy = ((key: string, options: object) => variants.push(options) && key) as unknown as TFunction;
    errorMessage(spy, clientError({ code: 'forbidden', params: { origin: 'https://club.example' } }, 403));
    errorMessage(spy, clientError({ code: 'forbidden' }, 403));
    expect(variants[0]).toMatchObject({ context: 'origin', origin: 'https://club.example' });
    expect(variants[1]).not.toHaveProperty('context');
  });
  it('and says how many minutes to wait, where the server says how long', () => {
    const said = (seconds?: number) => {
      const keys: [string, object][] = [];
      const spy = ((key: string, options: object) =>
        keys.push([key, options]) && key) as unknown as TFunction;
      errorMessage(
        spy,
        clientError({ code: 'too_many_attempts', params: seconds === undefined ? {} : { seconds } }, 429),
      );
      return keys.at(-1);
    };
    expect(said(900)).toMatchObject(['errors.too_many_attempts', { count: 15, context: 'minutes' }]);
    expect(said(841)).toMatchObject(['errors.too_many_attempts', { count: 15, context: 'minutes' }]);
    expect(said(60)).toMatchObject(['errors.too_many_attempts', { count: 1, context: 'minutes' }]);
    expect(said(86_400)).toMatchObject(['errors.too_many_attempts', { count: 24, context: 'hours' }]);
    for (const short of [said(59), said()]) expect(short?.[1]).not.toHaveProperty('context');
  });
});
