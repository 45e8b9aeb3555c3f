import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswordHasher } from '#server/features/accounts/auth/password-hasher.ts';

const { hash: hashPassword, matches } = createPasswordHasher();
const password = 'Prüfung für Ångström am 3. März';
const forms = [password.normalize('NFC'), password.normalize('NFD')];

test('a password is right on every device, however that writes its accents', async () => {
  expect(forms[0]).not.toBe(forms[1]);
  for (const set of forms) {
    const known = await hashPassword(set);
    // A release before this one hashed what was typed.
    const older = await hash(set);
    for (const typed of forms)
      expect([await matches(known, typed), await matches(older, typed)]).toEqual([true, true]);
    expect(await matches(known, `${set}x`)).toBe(false);
    expect(await matches(known, set.normalize('NFC').replaceAll('ü', 'u'))).toBe(false);
  }
  for (const typed of [...forms, 'nobody has this password']) expect(await matches(null, typed)).toBe(false);
});
