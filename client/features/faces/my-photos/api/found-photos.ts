import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { useInfiniteList } from '#client/hooks/use-infinite-list.ts';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type {
  FoundPhoto,
  FoundPhotosPage,
  MatchQuestion,
  SearchScope,
} from '#server/contract/schemas/my-photos.ts';

const WHILE_EMPTY_MS = 20_000;

/**
 * The photos of somebody of the family, 200 per page: those of the viewer's galleries, then those of public galleries of other clubs,
 * which are asked for when the first are there.
 */
export function useFoundPhotos(id: string, { enabled = true } = {}) {
  const own = useFoundIn('own', id, enabled);
  const others = useFoundIn('public', id, enabled && own.isSuccess);
  const { hasNextPage } = own;
  // An answer takes a photo from one list to the other, and both are asked again.
  const photos = useMemo(() => {
    const ids = new Set(own.items.map((photo) => photo.id));
    return hasNextPage ? own.items : [...own.items, ...others.items.filter((photo) => !ids.has(photo.id))];
  }, [own.items, others.items, hasNextPage]);
  const isInPublicGallery = useMemo(() => {
    const ids = new Set(others.items.map((photo) => photo.id));
    return (photo: FoundPhoto) => ids.has(photo.id);
  }, [others.items]);
  const inOwn = own.data?.pages[0];
  const inOthers = others.data?.pages[0];
  const waits = own.isSuccess && own.total === 0 && others.isPending;
  return {
    ...own,
    photos,
    total: own.total + others.total,
    loadMore: hasNextPage ? own.loadMore : others.loadMore,
    isPending: own.isPending || waits,
    isSuccess: own.isSuccess && !waits,
    isFetchingNextPage: own.isFetchingNextPage || others.isFetchingNextPage,
    isComplete: own.isComplete && others.isComplete,
    error: own.error ?? others.error,
    refetch: () => Promise.all([own.refetch(), own.isSuccess && others.refetch()]),
    firstPage: waits || !inOwn ? undefined : withOthers(inOwn, inOthers),
    publicGalleries: inOthers?.galleries ?? 0,
    isInPublicGallery,
  };
}

function useFoundIn(scope: SearchScope, id: string, enabled: boolean) {
  const { client } = trpc.useUtils();
  return useInfiniteList({
    queryKey: getQueryKey(trpc.myPhotos.photos, { id, scope }, 'infinite'),
    load: (offset: number, signal: AbortSignal) =>
      client.myPhotos.photos.query({ id, scope, limit: listSizes.photos, offset }, { signal }),
    itemsOf: (page) => page.photos,
    enabled,
    // Somebody of the club may be naming people right now.
    whileEmptyMs: scope === 'own' ? WHILE_EMPTY_MS : undefined,
  });
}

const withOthers = (own: FoundPhotosPage, others: FoundPhotosPage | undefined): FoundPhotosPage =>
  others
    ? {
        ...own,
        total: own.total + others.total,
        galleries: own.galleries + others.galleries,
        unconfirmed: own.unconfirmed + others.unconfirmed,
        newest_at: [own.newest_at, others.newest_at].sort().at(-1) ?? own.newest_at,
      }
    : own;

/** About persons of the viewer's galleries, then of public galleries of other clubs. */
export function useMatchQuestions(id: string): MatchQuestion[] {
  const ask = trpc.useUtils().myPhotos.questions;
  const own = useQuery(ask.queryOptions({ id }));
  const others = useQuery({ ...ask.queryOptions({ id, scope: 'public' }), enabled: own.isSuccess });
  const questions = own.data?.questions ?? [];
  const ids = new Set(questions.map(({ person_id }) => person_id));
  return [...questions, ...(others.data?.questions.filter(({ person_id }) => !ids.has(person_id)) ?? [])];
}
