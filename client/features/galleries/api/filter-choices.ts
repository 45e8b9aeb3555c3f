import { useMemo } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { limits } from '#server/contract/limits.ts';
import { photographerOf } from '../components/photographer-of.ts';

interface Choice {
  value: string;
  label: string;
}

/** Events and photographers that stand behind the galleries one may see: no choice leads to nothing. */
export function useFilterChoices() {
  const { data } = trpc.galleries.list.useQuery({ limit: limits.pageMax }, { staleTime: 60_000 });
  return useMemo(() => {
    const events = new Map<string, string>();
    const photographers = new Map<string, string>();
    for (const gallery of data?.galleries ?? []) {
      events.set(gallery.event_id, gallery.event_name);
      if (gallery.photographer_id) photographers.set(gallery.photographer_id, photographerOf(gallery));
    }
    return { events: choices(events), photographers: choices(photographers) };
  }, [data]);
}

function choices(map: Map<string, string>): Choice[] {
  return [...map].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}
