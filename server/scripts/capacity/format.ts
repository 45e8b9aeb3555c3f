const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;
const STEP = 1000;
const MINUTES_PER_HOUR = 60;
/** Digits that say something, of figures that are estimates. */
const DIGITS = 2;

/** 1234 as 1,200: estimates have two digits. */
export function rounded(value: number): string {
  if (value === 0) return '0';
  const size = Math.floor(Math.log10(Math.abs(value)));
  const step = 10 ** (size - DIGITS + 1);
  const decimals = Math.min(4, Math.max(0, DIGITS - 1 - size));
  return (Math.round(value / step) * step).toLocaleString('en', {
    minimumFractionDigits: 0,
    maximumFractionDigits: decimals,
  });
}

export function bytes(value: number): string {
  let [size, unit] = [value, 0];
  while (size >= STEP && unit < BYTE_UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${rounded(size)} ${BYTE_UNITS[unit]}`;
}

/** Hours, or minutes where it is less than one. */
export const duration = (hours: number): string =>
  hours < 1 ? `${rounded(hours * MINUTES_PER_HOUR)} minutes` : `${rounded(hours)} hours`;

export const cores = (count: number): string => (count < 1 ? 'less than 1 core' : `${rounded(count)} cores`);

/** `1 club`, `2 clubs`. */
export const counted = (count: number, one: string): string =>
  `${exact(count)} ${one}${count === 1 ? '' : 's'}`;

export const exact = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });

/** Rows of equal length as lines with columns; numbers to the right. */
export function table(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        left.includes(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
