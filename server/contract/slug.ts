import { inputLimits } from './input-limits.ts';

/** Letters that Unicode does not take apart into a plain letter and a mark, or that German writes with two letters. */
const transliterations: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * The slug of a name, for events and clubs alike: letters of other spellings become plain ones, the rest is removed,
 * spaces become hyphens, repeated hyphens collapse, none stands at either end.
 */
export function slugFromName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøłđðþı]/g, (letter) => transliterations[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The slug of the quick form, where it is not shown: one that is too short becomes `event-` and a timestamp. */
export function quickSlugFromName(name: string, now: number): string {
  const slug = slugFromName(name);
  return slug.length < inputLimits.slugMin ? `event-${now}` : slug;
}
