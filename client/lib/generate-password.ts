import { limits } from '#server/contract/limits.ts';

// Without lookalikes: no I, l, O, o, 0, 1.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%';

/** Twelve characters from the browser's source of real randomness, each equally likely. */
export function generatePassword(length: number = limits.generatedPasswordLength): string {
  const fair = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length];
  }
  return password;
}
