import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/**
 * A filter of the address that the back button undoes: the first choice adds an entry to the history, another one replaces it, and
 * clearing the filter goes back to the entry before. Where there is no such entry, as after a link that names the filter, the
 * address is replaced. A choice closes the photo that is open.
 */
export function useFilterStep(key: 'person') {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const chosen = search[key];

  const write = (value: string | undefined, unfilteredAt: number | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, photo: undefined, [key]: value }),
      state: { unfilteredAt },
      replace,
      resetScroll: false,
    });

  const choose = (value: string | undefined) => {
    const { __TSR_index: index, ...state } = router.history.location.state;
    const start =
      chosen !== undefined ? state.unfilteredAt : search.photo !== undefined ? state.listAt : index;
    if (start === undefined) return write(value, undefined, true);
    if (value === undefined) return router.history.go(start - index);
    if (start === index) return write(value, start, false);
    const step = start + 1;
    if (step === index) return write(value, start, true);
    // A photo is open above the filter.
    const stop = router.history.subscribe(() => {
      stop();
      write(value, start, true);
    });
    router.history.go(step - index);
  };

  return { chosen, choose };
}
