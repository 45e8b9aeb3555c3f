import { useEffect, useState } from 'react';
import { useUrlFilters } from './use-url-filters.ts';

/** Whether the form of a new entry is open at first, because a link asks for it (`?new=1`). The address is a plain list again afterwards. */
export function useOpenOnNewParam(): boolean {
  const { filters, set } = useUrlFilters();
  const asked = filters.new !== undefined;
  const [openAtFirst] = useState(asked);
  useEffect(() => {
    if (asked) set({ new: undefined });
  });
  return openAtFirst;
}
