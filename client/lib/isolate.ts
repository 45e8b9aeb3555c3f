const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /[A-Za-z\u00c0-\u02af\u0370-\u052f]/;

/**
 * Sets text of the other writing direction apart from the sentence it stands in (Unicode's isolates): a number beside an
 * Arabic name would otherwise be shown on its far side.
 */
export function isolate(text: string): string {
  const other = document.documentElement.dir === 'rtl' ? leftToRight : rightToLeft;
  return other.test(text) ? `\u2068${text}\u2069` : text;
}
