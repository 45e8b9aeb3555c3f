import { trpc } from '#client/lib/trpc.ts';
import type { GuardianRequest } from '#server/contract/schemas/family.ts';
import type { FamilyStatus } from '#server/contract/schemas/my-photos.ts';

const minuteMs = 60_000;

interface OwnFamily {
  status: FamilyStatus | undefined;
  /** Clubs ask whether the viewer is a guardian. */
  asked: GuardianRequest[];
  isLoading: boolean;
}

export function useFamilyStatus(): OwnFamily {
  const { data, isLoading } = trpc.myPhotos.hasFamily.useQuery(undefined, { staleTime: 5 * minuteMs });
  return { status: data?.status, asked: data?.asked ?? [], isLoading };
}

/** Whether the navigation leads to *My photos*. */
export function useHasMyPhotos(): boolean {
  const { status } = useFamilyStatus();
  return status !== undefined && status !== 'none';
}
