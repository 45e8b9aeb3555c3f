/** Characters that some system cannot have in a file's name, or takes for a folder. */
const UNSAFE = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;
/** Names Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name every system can unpack: one file, beside the others. Which name a photo is given: zip-entries.ts. */
export function safeFileName(name: string): string {
  const clean = name
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .trim();
  if (clean === '') return 'photo';
  return DEVICE.test(clean) ? `_${clean}` : clean;
}

/**
 * Gives each file of an archive a name of its own: a second "team.jpg" becomes "team (2).jpg". Upper and lower case
 * count as the same, as they do where most people unpack.
 */
export function uniqueFileNames(taken: string[] = []): (name: string) => string {
  const used = new Set(taken.map(keyOf));
  const next = new Map<string, number>();
  return (wanted) => {
    const name = safeFileName(wanted);
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let result = name;
    for (let number = next.get(keyOf(name)) ?? 2; used.has(keyOf(result)); number += 1) {
      result = `${stem} (${number})${ending}`;
      next.set(keyOf(name), number + 1);
    }
    used.add(keyOf(result));
    return result;
  };
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
