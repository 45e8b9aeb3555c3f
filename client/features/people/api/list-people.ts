import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

const facesShown = 200;

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
  return trpc.people.facesOf.useQuery(
    { id: personId, limit: facesShown },
    { placeholderData: keepPreviousData },
  );
}

export function useSuggestions(galleryId: string, enabled = true) {
  return trpc.people.suggestions.useQuery({ id: galleryId }, { enabled });
}

export function usePeopleHistory(galleryId: string) {
  return trpc.people.history.useQuery({ id: galleryId, limit: 100 });
}
