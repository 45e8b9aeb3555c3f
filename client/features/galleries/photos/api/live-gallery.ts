import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveUpdates } from '#client/lib/live-updates.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { onUploaded } from '#client/lib/upload/queue.ts';

const throttleMs = 1_500;
const pollMs = 10_000;
const renditionPollMs = 2_000;

export const recognitionSummaryQuery = (utils: Utils, galleryId: string) =>
  utils.faces.summary.queryOptions({ id: galleryId });

/**
 * Keeps an open gallery up to date: the server pushes every step of face recognition, the upload queue reports
 * every uploaded photo. Without the live stream the summary is polled every ten seconds while photos are pending.
 */
export function useLiveGallery(galleryId: string) {
  const utils = trpc.useUtils();
  const refreshPhotos = useThrottledCallback(() => {
    void utils.photos.list.invalidate({ gallery_id: galleryId });
    void utils.galleries.get.invalidate({ id: galleryId });
    void utils.deletedPhotos.list.invalidate({ id: galleryId });
  }, throttleMs);
  const refreshPeople = useThrottledCallback(() => {
    void utils.faces.summary.invalidate({ id: galleryId });
    void utils.faces.people.invalidate({ id: galleryId });
    void utils.faces.ofPhoto.invalidate();
    void utils.galleryPeople.invalidate();
    void utils.takedowns.ofGallery.invalidate({ id: galleryId });
  }, throttleMs);

  const refreshGuestPhotos = useThrottledCallback(() => {
    void utils.galleries.get.invalidate({ id: galleryId });
    void utils.guestPhotos.ofGallery.invalidate({ id: galleryId });
  }, throttleMs);

  useEffect(
    () =>
      onUploaded((id) => {
        if (id !== galleryId) return;
        refreshPhotos();
        refreshPeople();
      }),
    [galleryId, refreshPhotos, refreshPeople],
  );

  const connected = useLiveUpdates('gallery', { gallery_id: galleryId }, (message) => {
    // The gallery is gone, or the viewer may not see it any more: the page says so.
    if (message.changed === 'closed') return void utils.galleries.get.invalidate({ id: galleryId });
    utils.faces.summary.setData({ id: galleryId }, message.summary);
    if (message.changed === 'people') refreshPeople();
    if (message.changed === 'guest_photos') refreshGuestPhotos();
    // The photos of a person depend on the faces assigned to them.
    else if (message.changed !== 'progress') refreshPhotos();
  });
  return useQuery({
    ...recognitionSummaryQuery(utils, galleryId),
    refetchInterval: ({ state: { data } }) => {
      if (data?.pending_renditions) return renditionPollMs;
      return !connected && data?.pending_photos ? pollMs : false;
    },
  });
}
