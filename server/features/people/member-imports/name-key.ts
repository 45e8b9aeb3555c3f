/**
 * Two ways to write the same name have the same key: case, accents, "Müller" and "Mueller", hyphens, spaces. The database's
 * `name_words` is coarser ("Muller", too): it says who may be meant, and this who is the same.
 */
export const nameKey = (first: string, last: string): string =>
  `${first} ${last}`
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßæøå]/g, (letter) => spelledOut[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
};
