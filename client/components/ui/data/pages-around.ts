const siblings = 2;

/** Page numbers: the first, the last, the current one and two on either side; null marks a gap between them. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: 2 * siblings + 1 }, (_, index) => page - siblings + index);
  const shown = [...new Set([1, ...near, pages])].filter((number) => number >= 1 && number <= pages);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? 0;
    return number > before + 1 ? [null, number] : [number];
  });
}
