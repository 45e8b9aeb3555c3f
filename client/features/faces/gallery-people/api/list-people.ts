import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useInfiniteList } from '#client/hooks/use-infinite-list.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';

const perPage = { faces: 200, decisions: 100 };

export const peopleQuery = (utils: Utils, galleryId: string) =>
  utils.faces.people.queryOptions({ id: galleryId });

export function usePeople(galleryId: string) {
  return useQuery(peopleQuery(trpc.useUtils(), galleryId));
}

/** Including hidden people, for the editing dialog. */
export function useAllPeople(galleryId: string) {
  return trpc.faces.people.useQuery({ id: galleryId, include_hidden: true });
}

/** The people in one photo, for the viewer. */
export function usePeopleInPhoto(photoId: string) {
  return trpc.faces.ofPhoto.useQuery({ id: photoId }, { staleTime: 30_000 });
}

/** All faces of a person, the clearest first. */
export function usePersonFaces(personId: string) {
  const { client } = trpc.useUtils();
  const input = { id: personId, limit: perPage.faces };
  const { items: faces, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.galleryPeople.facesOf, input, 'infinite'),
    load: (offset, signal) => client.galleryPeople.facesOf.query({ ...input, offset }, { signal }),
    itemsOf: (page) => page.faces,
  });
  return { ...pages, faces };
}

/** Faces that may belong to this person too. */
export function useSimilarFaces(personId: string) {
  return trpc.galleryPeople.facesLike.useQuery({ id: personId });
}

/** People of the gallery's clubs whose names contain what was typed. */
export function useClubPeopleOfGallery(galleryId: string, search: string, enabled = true) {
  return trpc.galleryPeople.clubPeople.useQuery({ id: galleryId, search }, { enabled, staleTime: 10_000 });
}

const mostFacesAsked = 50;

/** The people most similar to the selected faces, nearest first; disabled without a selection. */
export function useSimilarPeople(galleryId: string, faceIds: string[]) {
  return trpc.galleryPeople.peopleLike.useQuery(
    { gallery_id: galleryId, face_ids: faceIds.slice(0, mostFacesAsked) },
    { enabled: faceIds.length > 0 },
  );
}

export function useSuggestions(galleryId: string, enabled = true) {
  return trpc.galleryPeople.suggestions.useQuery({ id: galleryId }, { enabled });
}

/** Persons who may be people of the gallery's clubs. */
export function useMatchQuestions(galleryId: string, enabled = true) {
  return trpc.galleryPeople.matchQuestions.useQuery({ id: galleryId }, { enabled });
}

/** How many questions wait for somebody who may edit the people; `more`: of who of the club somebody is not all are counted. */
export function useQuestionCount(galleryId: string, enabled = true): { count: number; more: boolean } {
  const { data: merges } = useSuggestions(galleryId, enabled);
  const { data: links } = useMatchQuestions(galleryId, enabled);
  return {
    count: (merges?.total ?? 0) + (links?.questions.length ?? 0),
    more: Boolean(links?.more),
  };
}

export function usePeopleHistory(galleryId: string) {
  const { client } = trpc.useUtils();
  const input = { id: galleryId, limit: perPage.decisions };
  const { items: decisions, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.galleryPeople.history, input, 'infinite'),
    load: (offset, signal) => client.galleryPeople.history.query({ ...input, offset }, { signal }),
    itemsOf: (page) => page.decisions,
  });
  return { ...pages, decisions };
}
