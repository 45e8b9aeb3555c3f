import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const guestPhotosQuery = (utils: Utils, galleryId: string) =>
  utils.guestPhotos.ofGallery.queryOptions({ id: galleryId });

/** The oldest photos that wait; the next ones come when these were decided about. */
export function useGuestPhotos(galleryId: string) {
  return useQuery(guestPhotosQuery(trpc.useUtils(), galleryId));
}

export function useDecideGuestPhotos() {
  return {
    accept: trpc.guestPhotos.accept.useMutation(),
    decline: trpc.guestPhotos.decline.useMutation(),
  };
}
