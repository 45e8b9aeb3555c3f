import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { useInfiniteList } from '#client/lib/use-infinite-list.ts';

const perPage = { faces: 200, decisions: 100 };

export function usePeople(galleryId: string) {
  return trpc.faces.people.useQuery({ id: galleryId });
}

/** With the hidden ones; for those who put people in order. */
export function useAllPeople(galleryId: string) {
  return trpc.faces.people.useQuery({ id: galleryId, include_hidden: true });
}

/** Who is in one photo, for the viewer. */
export function usePeopleInPhoto(photoId: string) {
  return trpc.faces.ofPhoto.useQuery({ id: photoId }, { staleTime: 30_000 });
}

/** Every face that counts as this person, the clearest first. */
export function useFacesOf(personId: string) {
  const { client } = trpc.useUtils();
  const input = { id: personId, limit: perPage.faces };
  const { items: faces, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.people.facesOf, input, 'infinite'),
    load: (offset, signal) => client.people.facesOf.query({ ...input, offset }, { signal }),
    itemsOf: (page) => page.faces,
  });
  return { ...pages, faces };
}

/** Faces that may be this person too, for those who may say so. */
export function useFacesLike(personId: string) {
  return trpc.people.facesLike.useQuery({ id: personId });
}

const mostFacesAsked = 50;

/** The people most like the chosen faces, nearest first; nobody while none is chosen. */
export function usePeopleLike(galleryId: string, faceIds: string[]) {
  return trpc.people.peopleLike.useQuery(
    { gallery_id: galleryId, face_ids: faceIds.slice(0, mostFacesAsked) },
    { enabled: faceIds.length > 0 },
  );
}

export function useSuggestions(galleryId: string, enabled = true) {
  return trpc.people.suggestions.useQuery({ id: galleryId }, { enabled });
}

export function usePeopleHistory(galleryId: string) {
  const { client } = trpc.useUtils();
  const input = { id: galleryId, limit: perPage.decisions };
  const { items: decisions, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.people.history, input, 'infinite'),
    load: (offset, signal) => client.people.history.query({ ...input, offset }, { signal }),
    itemsOf: (page) => page.decisions,
  });
  return { ...pages, decisions };
}
