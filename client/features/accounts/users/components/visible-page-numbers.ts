const shown = 5;

/** At most five consecutive page numbers, centred on the current one. */
export function visiblePageNumbers(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1));
  return Array.from({ length: Math.min(shown, pages) }, (_, index) => first + index);
}
