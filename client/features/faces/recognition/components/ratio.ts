/** Parses a number from 0 to 1 as typed: undefined if empty, NaN if invalid. */
export function parseRatio(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : Number.NaN;
}

export function isRatio(typed: string): boolean {
  return !Number.isNaN(parseRatio(typed) ?? 0);
}

/** How much one press of an arrow key adds or takes, in ratio-input.tsx. */
export const ARROW_KEY_STEP = 0.01;

/** The number after one step up or down, kept between 0 and 1 and rounded. */
export function stepRatio(from: number, direction: 1 | -1): number {
  return Math.min(1, Math.max(0, roundRatio(from + direction * ARROW_KEY_STEP)));
}

export const roundRatio = (value: number) => Math.round(value * 10_000) / 10_000;

/** A number as typed in a language: all digits, and the decimal separator of the language. */
export function formatRatio(value: number, number: (value: number) => string): string {
  return String(value).replace('.', number(0.5).charAt(1));
}
