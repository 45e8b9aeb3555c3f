import { trpc } from '#client/lib/trpc.ts';

/** Whether families of a club may share photos of their own by link, and how many links are in force. */
export const useFamilyShareLinksOfClub = (id: string) => trpc.familyShareLinks.ofClub.useQuery({ id });

export function useChangeFamilyShareLinksOfClub() {
  const utils = trpc.useUtils();
  const refresh = {
    onSuccess: () => Promise.all([utils.familyShareLinks.invalidate(), utils.myPhotos.family.invalidate()]),
  };
  return {
    allow: trpc.familyShareLinks.allow.useMutation(refresh),
    endAll: trpc.familyShareLinks.endAll.useMutation(refresh),
  };
}
