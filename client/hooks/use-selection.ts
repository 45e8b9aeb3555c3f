import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Whether all, some or none of the ids are selected. */
  stateOf: (ids: readonly string[]) => 'all' | 'some' | 'none';
  setAll: (ids: readonly string[], chosen: boolean) => void;
  clear: () => void;
  /** A press on an item selects it: something is selected, or a button has begun it. */
  choosing: boolean;
  /** Begins it, or ends it with what is selected. */
  toggleChoosing: () => void;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * The selected rows of a list. `view` names the filters and the page: rows that are no longer on the
 * screen are deselected, so that no invisible row is deleted.
 */
export function useSelection(view = ''): Selection {
  const [chosen, setChosen] = useState({ view, ids: nothing });
  const ids = chosen.view === view ? chosen.ids : nothing;
  const [begun, setBegun] = useState(false);
  const [countBefore, setCountBefore] = useState(ids.size);
  if (ids.size !== countBefore) {
    setCountBefore(ids.size);
    if (ids.size === 0) setBegun(false);
  }
  const choosing = begun || ids.size > 0;
  const change = useCallback(
    (list: readonly string[], turns: (id: string, has: boolean) => boolean) => {
      setChosen((state) => {
        const before = state.view === view ? state.ids : nothing;
        const after = new Set(before);
        for (const id of list) turns(id, before.has(id)) ? after.add(id) : after.delete(id);
        return { view, ids: after };
      });
    },
    [view],
  );
  const toggle = useCallback((id: string) => change([id], (_, has) => !has), [change]);
  const setAll = useCallback(
    (list: readonly string[], chosen: boolean) => change(list, () => chosen),
    [change],
  );
  const clear = useCallback(
    () => setChosen((state) => (state.ids.size ? { ...state, ids: nothing } : state)),
    [],
  );
  const toggleChoosing = useCallback(() => {
    setBegun(!choosing);
    if (choosing) clear();
  }, [choosing, clear]);
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
      choosing,
      toggleChoosing,
    }),
    [ids, toggle, setAll, clear, choosing, toggleChoosing],
  );
}
