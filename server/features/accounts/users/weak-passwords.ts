import { AppError } from '#server/contract/app-error.ts';
import { type ErrorCode, errorTable } from '#server/contract/error-codes.ts';
import { commonRuns, commonWords } from './common-passwords.ts';

/** Usernames of fewer characters are not looked for in passwords: many good ones hold them by chance. */
const USERNAME_FROM = 3;
/** A password of no more different characters than this is guessed at once, however long it is. */
const FEWEST_CHARACTERS = 3;

/** What procedures that take a new password name among their errors. */
export const weakPasswordErrors = [
  'password_too_common',
  'password_holds_username',
] as const satisfies ErrorCode[];
export type PasswordWeakness = (typeof weakPasswordErrors)[number];

/** Why a new password would be among the first guesses; nothing where it would not. Existing ones are never judged. */
export function weaknessOf(password: string, username: string): PasswordWeakness | undefined {
  const plain = password.normalize('NFKC').toLowerCase().trim();
  const name = username.normalize('NFKC').toLowerCase();
  if (name.length >= USERNAME_FROM && plain.includes(name)) return 'password_holds_username';
  if (isRepetition(plain) || isRun(plain) || isCommonWord(plain)) return 'password_too_common';
}

/** @throws AppError with the reason, at the field the new password came in */
export function requireStrongPassword(
  password: string,
  username: string,
  field: 'password' | 'new_password' = 'password',
): void {
  const weakness = weaknessOf(password, username);
  if (weakness) throw new AppError(weakness, { fields: [{ field, msg: errorTable[weakness][1] }] });
}

/** Few characters again and again, or a short piece: blanks, `11112222`, `abcabcabc`. */
const isRepetition = (text: string) => new Set(text).size < FEWEST_CHARACTERS || /^(.{1,4})\1+$/u.test(text);

function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return commonRuns.some((run) => run.includes(text) || run.includes(backwards));
}

const signs: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** A common word by itself or with digits and signs around it; also where signs stand for letters (`p@ssw0rd1`). */
function isCommonWord(text: string): boolean {
  const core = text.replace(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '');
  const letters = core.replace(/[@431!0$5]/g, (sign) => signs[sign] ?? sign);
  return [core, letters].some((word) => commonWords.has(word.replace(/[^\p{L}\d]/gu, '')));
}
