import { trpc } from '#client/lib/trpc.ts';

const minuteMs = 60_000;

/** Whether a club knows the viewer or a child of the viewer; false while it is loading. */
export const useHasFamily = (): boolean =>
  trpc.myPhotos.hasFamily.useQuery(undefined, { staleTime: 5 * minuteMs }).data?.has_family ?? false;
