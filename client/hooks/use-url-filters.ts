import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const useSearchParams = () => useSearch({ strict: false });

/** The search params of all routes, each optional. */
export type Filters = ReturnType<typeof useSearchParams>;

export const pageOf = (filters: Filters) => Math.max(1, Number(filters.page) || 1);

/** The filters of a list, kept in the search params of the address. */
export function useUrlFilters() {
  const filters = useSearchParams();
  const navigate = useNavigate();
  const set = (patch: Filters) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, page: undefined, ...patch }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  const page = pageOf(filters);
  const setPage = (next: number) => set({ page: String(next) });
  return { filters, set, clear, page, setPage, view: JSON.stringify(filters) };
}

/** A text filter: the field changes at once, the address when typing pauses. */
export function useUrlText(key: keyof Filters, delayMs: number): [string, (text: string) => void] {
  const { filters, set } = useUrlFilters();
  const inUrl: string = filters[key] ?? '';
  const [text, setText] = useState<string>(inUrl);
  const write = useDebouncedCallback((value: string) => set({ [key]: value.trim() || undefined }), delayMs);

  useEffect(() => {
    setText((typed) => (typed.trim() === inUrl ? typed : inUrl));
  }, [inUrl]);

  return [
    text,
    (next) => {
      setText(next);
      write(next);
    },
  ];
}
