import { randomInt } from 'node:crypto';

/** Letters and digits without lookalikes: copied from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const HINT_LENGTH = 4;
/** 59 bits. */
const PROOF_LENGTH = 12;
const CODES = 10;

const codeForm = new RegExp(`^([${alphabet}]{${HINT_LENGTH}})([${alphabet}]{${PROOF_LENGTH}})$`);

/** `hint` says which code it is, so that one hash has to be checked and not ten; `proof` is stored hashed. */
export type RecoveryCode = { hint: string; proof: string };

export function makeRecoveryCodes(): RecoveryCode[] {
  const hints = new Set<string>();
  while (hints.size < CODES) hints.add(random(HINT_LENGTH));
  return [...hints].map((hint) => ({ hint, proof: random(PROOF_LENGTH) }));
}

/** As it is shown: four groups of four. */
export const writeRecoveryCode = ({ hint, proof }: RecoveryCode): string =>
  (hint + proof).replace(/(.{4})(?=.)/g, '$1-');

/** What was typed: a code of an app, a recovery code, or neither (null). Blanks and hyphens do not count. */
export function readCode(typed: string): { token: string } | RecoveryCode | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { token: code };
  const [, hint, proof] = codeForm.exec(code) ?? [];
  return hint && proof ? { hint, proof } : null;
}

const random = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
