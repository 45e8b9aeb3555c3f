const generatedPasswordLength = 12;
// Without characters that look alike: no I, l, O, o, 0, 1.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%';

/** Characters from crypto.getRandomValues, uniformly distributed. */
export function generatePassword(): string {
  const fair = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < generatedPasswordLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(generatedPasswordLength)))
      if (byte < fair && password.length < generatedPasswordLength)
        password += alphabet[byte % alphabet.length];
  }
  return password;
}
