import { limits } from '#server/contract/limits.ts';

// Without characters that look alike: no I, l, O, o, 0, 1.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%';

/** Twelve characters from crypto.getRandomValues, uniformly distributed. */
export function generatePassword(length: number = limits.generatedPasswordLength): string {
  const fair = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length];
  }
  return password;
}
