/** A field from 0 to 1 as it was typed: nothing for an empty one, NaN for what is no such number. */
export function ratioOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : Number.NaN;
}

export function isRatio(typed: string): boolean {
  return !Number.isNaN(ratioOf(typed) ?? 0);
}

const step = 0.01;

/** One step up or down, kept between 0 and 1 and free of rounding dust. */
export function stepped(from: number, direction: 1 | -1): number {
  const next = Math.round((from + direction * step) * 10_000) / 10_000;
  return Math.min(1, Math.max(0, next));
}

/** A number as it would be typed in this language: every digit, and the language's own decimal sign. */
export function asTyped(value: number, number: (value: number) => string): string {
  return String(value).replace('.', number(0.5).charAt(1));
}
