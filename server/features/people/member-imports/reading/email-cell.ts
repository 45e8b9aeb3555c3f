import { email as emailRule } from '#server/contract/schemas/common.ts';
import { wordKey } from './column-words.ts';

/** What people write where there is no address, as `wordKey` writes it; "-" is nothing. */
const noAddressWords = [
  ...['', 'x', 'kein', 'keine', 'keins', 'keines', 'keinemail', 'keineemail', 'keinemailadresse'],
  ...['keineemailadresse', 'keineangabe', 'nein', 'unbekannt', 'fehlt', 'nichtvorhanden', 'entfallt'],
  ...['none', 'no', 'noemail', 'na', 'nil', 'unknown', 'missing', 'notavailable'],
];

/** The address in "Anna Miller <anna@club.example>" and "mailto:anna@club.example". */
const addressOf = (cell: string): string =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '').trim();

/** Longer cells hold no addresses; looking for them takes the square of their length. */
const LONGEST_CELL = 2_000;

/** All that is written like an address, beside each other or beside names. */
const writtenIn = (cell: string): string[] => {
  if (cell.length > LONGEST_CELL) return [];
  if (cell.split('@').length === 2) {
    const whole = addressOf(cell);
    if (emailRule.safeParse(whole).success) return [whole];
  }
  return (cell.match(/[^\s;,|<>()"]*@[^\s;,|<>()"]*/g) ?? []).map(addressOf);
};

/**
 * The addresses of a cell, and what stands there that is none; `says_none`: it says that there is none. Of "anna@club.example, bea@" the
 * second is left out.
 */
export function readEmails(cell: string): { emails: string[]; left_out: string[]; says_none: boolean } {
  const written = writtenIn(cell);
  const read = written.map((each) => emailRule.safeParse(each).data);
  const sound = read.filter((each) => each !== undefined);
  const keys = sound.map((each) => each.toLowerCase());
  const emails = sound.filter((_, at) => keys.indexOf(keys[at]!) === at);
  const left_out = written.filter((_, at) => read[at] === undefined);
  if (written.length > 0 || cell === '') return { emails, left_out, says_none: false };
  return { emails, left_out: [cell], says_none: saysNoEmail(cell) };
}

export const holdsEmail = (cell: string): boolean => cell.includes('@') && readEmails(cell).emails.length > 0;
export const saysNoEmail = (cell: string): boolean => noAddressWords.includes(wordKey(cell));
