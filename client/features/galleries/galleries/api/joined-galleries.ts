import { trpc } from '#client/lib/trpc.ts';

/** The other galleries of the event, and whether a link shows them. */
export const useGalleriesBeside = (linkId: string) => trpc.shareLinks.galleries.useQuery({ id: linkId });

export const useAskGallery = () => trpc.shareLinks.askGallery.useMutation();
export const useJoinLink = () => trpc.shareLinks.join.useMutation();
