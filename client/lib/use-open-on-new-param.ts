import { useEffect, useState } from 'react';
import { useUrlFilters } from './use-url-filters.ts';

/** Whether a link led here to create an entry of the list (`?new=1`). The address is a plain list again afterwards. */
export function useOpenOnNewParam(): boolean {
  const { filters, set } = useUrlFilters();
  const asked = filters.new !== undefined;
  const [onArrival] = useState(asked);
  useEffect(() => {
    if (asked) set({ new: undefined });
  });
  return onArrival;
}
