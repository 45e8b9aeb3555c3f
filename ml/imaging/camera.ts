import type { ParsedMetadata } from './parsed-metadata.ts';

/** Of the number that its maker gave it, enough to tell two bodies of one model apart. */
const DIGITS = 4;
const MOST = 80;

/** By which camera a file was made: its model, with the end of its serial number. */
export function cameraOf({ tags }: ParsedMetadata): string | undefined {
  const { Make, Model, SerialNumber } = tags;
  const model = lineOf(Model) || lineOf(Make);
  const number = lineOf(SerialNumber).slice(-DIGITS);
  return [model.slice(0, MOST), number].filter(Boolean).join(' · ') || undefined;
}

const lineOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
    : '';
