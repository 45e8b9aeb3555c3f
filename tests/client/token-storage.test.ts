import { describe, expect, it } from 'vitest';
import { expiresAt, isExpired } from '#client/lib/token-storage.ts';

const token = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

describe('the end of a token', () => {
  it('is read from exp', () => {
    expect(expiresAt(token({ exp: 2_000 }))).toBe(2_000_000);
    expect(isExpired(token({ exp: 2_000 }), 1_999_999)).toBe(false);
    expect(isExpired(token({ exp: 2_000 }), 2_000_000)).toBe(true);
  });

  it.each([token({}), token({ exp: 'tomorrow' }), token({ exp: null }), 'no token', '', null])(
    'has already come without a readable exp: %s',
    (value) => expect(isExpired(value)).toBe(true),
  );
});
