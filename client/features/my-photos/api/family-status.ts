import { trpc } from '#client/lib/trpc.ts';

const minuteMs = 60_000;

/** `known`: a club knows the viewer or a child of the viewer. `possible`: the viewer could say who of a club is family. */
export type FamilyStatus = 'known' | 'possible' | 'none';

/** 'none' while it is loading. */
export function useFamilyStatus(): FamilyStatus {
  const { data } = trpc.myPhotos.hasFamily.useQuery(undefined, { staleTime: 5 * minuteMs });
  if (data?.has_family) return 'known';
  return data?.may_name_family ? 'possible' : 'none';
}
