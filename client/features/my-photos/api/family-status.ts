import { trpc } from '#client/lib/trpc.ts';
import type { FamilyStatus } from '#server/contract/schemas/my-photos.ts';

const minuteMs = 60_000;

export function useFamilyStatus(): { status: FamilyStatus | undefined; isLoading: boolean } {
  const { data, isLoading } = trpc.myPhotos.hasFamily.useQuery(undefined, { staleTime: 5 * minuteMs });
  return { status: data?.status, isLoading };
}

/** Whether the navigation leads to *My photos*. */
export function useHasMyPhotos(): boolean {
  const { status } = useFamilyStatus();
  return status !== undefined && status !== 'none';
}
