import { trpc } from '#client/lib/trpc.ts';

interface SharingCheckOptions {
  /** Of what this link shows; without it of the whole gallery. */
  linkId?: string | undefined;
  enabled?: boolean;
}

/** Who would be seen outside the club, by what their families answered. */
export function useSharingCheck(galleryId: string, { linkId, enabled = true }: SharingCheckOptions = {}) {
  return trpc.shareLinks.check.useQuery({ id: galleryId, link_id: linkId }, { enabled });
}
