import { expect, test } from 'vitest';
import { generatePassword } from '#client/lib/generate-password.ts';

test('a generated password has twelve characters without lookalikes', () => {
  const many = Array.from({ length: 200 }, () => generatePassword());
  expect(new Set(many).size).toBe(200);
  for (const password of many) expect(password).toMatch(/^[A-HJ-NP-Za-km-np-z2-9!@#$%]{12}$/);
});
