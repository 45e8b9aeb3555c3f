/** Characters that some system cannot have in a file's name, or takes for a folder. */
const UNSAFE = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;
/** Names Windows keeps for devices, whatever their ending, also with spaces before it; digits may be superscript ones. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])\s*(\.|$)/i;

/** Bytes of UTF-8 that a file's name may have on most systems; others count less for the same letters. */
const NAME_BYTES = 255;
/** What is longer is no ending. */
const ENDING = /\.[^. ]{1,15}$/u;

/** A name every system can unpack: one file, beside the others. Which name a photo is given: zip-entries.ts. */
export function safeFileName(name: string): string {
  const clean = name
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .trim();
  if (clean === '') return 'photo';
  return withSuffix(DEVICE.test(clean) ? `_${clean}` : clean, '');
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
    let result = name;
    for (let number = next.get(keyOf(name)) ?? 2; used.has(keyOf(result)); number += 1) {
      result = withSuffix(name, ` (${number})`);
      next.set(keyOf(name), number + 1);
    }
    used.add(keyOf(result));
    return result;
  };
}

/** Adds text before the ending of a name, which is shortened to have room for both; no character is cut in two. */
function withSuffix(name: string, suffix: string): string {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const rest = name.slice(0, name.length - ending.length);
  const room = NAME_BYTES - Buffer.byteLength(suffix + ending);
  let stem = '';
  for (const { segment } of characters.segment(rest)) {
    if (Buffer.byteLength(stem + segment) > room) return stem.replace(/[. ]+$/, '') + suffix + ending;
    stem += segment;
  }
  return stem + suffix + ending;
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
