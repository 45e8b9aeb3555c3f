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
