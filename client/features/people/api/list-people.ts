import { trpc } from '#client/lib/trpc.ts';

export function usePeople(galleryId: string) {
  return trpc.faces.people.useQuery({ id: galleryId });
}

/** Who is in one photo, for the viewer. */
export function usePeopleInPhoto(photoId: string) {
  return trpc.faces.ofPhoto.useQuery({ id: photoId }, { staleTime: 30_000 });
}
