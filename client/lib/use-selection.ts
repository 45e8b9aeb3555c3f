import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** All of the given ids are chosen, some of them, or none. */
  stateOf: (ids: readonly string[]) => 'all' | 'some' | 'none';
  setAll: (ids: readonly string[], chosen: boolean) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback((list: readonly string[], chosen: (id: string, has: boolean) => boolean) => {
    setIds((before) => {
      const after = new Set(before);
      for (const id of list) chosen(id, before.has(id)) ? after.add(id) : after.delete(id);
      return after;
    });
  }, []);
  const toggle = useCallback((id: string) => change([id], (_, has) => !has), [change]);
  const setAll = useCallback(
    (list: readonly string[], chosen: boolean) => change(list, () => chosen),
    [change],
  );
  const clear = useCallback(() => setIds((before) => (before.size ? new Set() : before)), []);
  return useMemo(
    () => ({
      ids,
      count: ids.size,
      has: (id) => ids.has(id),
      stateOf: (list) => {
        const chosen = list.filter((id) => ids.has(id)).length;
        return chosen === 0 ? 'none' : chosen === list.length ? 'all' : 'some';
      },
      toggle,
      setAll,
      clear,
    }),
    [ids, toggle, setAll, clear],
  );
}
