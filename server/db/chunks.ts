/** Rows in parts, so that a statement stays well below Postgres' 65,535 parameters. */
export function* chunks<T>(items: T[], size = 2_000): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
