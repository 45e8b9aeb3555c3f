import { useMemo } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { photographerName } from '../components/photographer-name.ts';

/** Photographers of visible galleries, for users who may not list users. */
export function useKnownPhotographers(enabled: boolean): { value: string; label: string }[] {
  const { data } = trpc.galleries.list.useQuery({ limit: listSizes.max }, { enabled, staleTime: 60_000 });
  return useMemo(() => {
    const found = new Map<string, string>();
    for (const gallery of data?.galleries ?? [])
      if (gallery.photographer_id) found.set(gallery.photographer_id, photographerName(gallery));
    return [...found].map(([value, label]) => ({ value, label }));
  }, [data]);
}
