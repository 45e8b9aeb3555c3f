import { useEffect } from 'react';

/** Goes to the last page if the current one no longer exists after rows were deleted. */
export function usePageInRange(
  page: number,
  perPage: number,
  total: number | undefined,
  setPage: (page: number) => void,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / perPage));
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is made anew at each render
  useEffect(() => {
    if (page > last) setPage(last);
  }, [page, last]);
}
