import { trpc } from '#client/lib/trpc.ts';

/** How much of its quota a club uses; null where it has none. */
export const useClubQuota = (id: string) => trpc.storageUsage.ofClub.useQuery({ id });

export function useSetClubQuota() {
  const utils = trpc.useUtils();
  return trpc.storageUsage.setClubQuota.useMutation({
    onSuccess: () => Promise.all([utils.storageUsage.invalidate(), utils.galleries.quotas.invalidate()]),
  });
}
