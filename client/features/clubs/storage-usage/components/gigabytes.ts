const GIGABYTE = 1e9;

/** Bytes of a number of gigabytes as people type it, with point or comma; undefined where it is none. */
export function parseGigabytes(text: string): number | undefined {
  const known = /^\d{1,6}([.,]\d{1,3})?$/.test(text.trim());
  const bytes = known ? Math.round(Number(text.trim().replace(',', '.')) * GIGABYTE) : 0;
  return bytes > 0 ? bytes : undefined;
}

export const toGigabytes = (bytes: number): number => bytes / GIGABYTE;
