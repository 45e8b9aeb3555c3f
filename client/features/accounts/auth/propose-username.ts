import { inputLimits } from '#server/contract/input-limits.ts';

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'o', ł: 'l' };

/**
 * A username made from the name, or from the address where the name has no Latin letters.
 * @param suffix where the name alone is taken
 */
export function proposeUsername(
  { full_name, email }: { full_name: string; email: string },
  suffix = '',
): string {
  const [words, mailbox] = [full_name, email.split('@')[0] ?? ''].map(plain);
  const base = (words && words.length >= inputLimits.usernameMin ? words : mailbox) || 'member';
  return `${base.slice(0, inputLimits.usernameMax - 4)}${suffix}`.padEnd(inputLimits.usernameMin, '0');
}

/** "Zoë Müller" is "zoe.mueller". */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[äöüßøł]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
