/** Initials and a colour hue derived from a name, always the same for the same name. */

export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const letters = words.filter((word) => /\p{L}/u.test(word));
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : [letters[0] ?? name];
  const letterOf = ([letter = '']: Iterable<string>) => letter;
  return (letterOf([...first]) + letterOf([...(last ?? '')])).toLocaleUpperCase() || '·';
}

/** The letters on a club's crest: its abbreviation if the name contains one (TSV, HSG), else initials. */
export function clubInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}.]+/gu) ?? [];
  const short = words.find((word) => /^\p{Lu}{2,4}$/u.test(word) || /^\p{Lu}\p{Ll}\p{Lu}$/u.test(word));
  return short ? short.slice(0, 3) : initialsOf(name);
}

export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % 360;
}
