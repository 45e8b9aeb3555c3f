import { trpc } from '#client/lib/trpc.ts';

/** How much of its quota a club uses; null where it has none. */
export const useClubQuota = (id: string) => trpc.storageUsage.ofClub.useQuery({ id });

export const useSetClubQuota = () => trpc.storageUsage.setClubQuota.useMutation();
