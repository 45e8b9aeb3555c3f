import { trpc } from '#client/lib/trpc.ts';

/** Whether families of a club may share photos of their own by link, and how many links are in force. */
export const useFamilyLinksOfClub = (id: string) => trpc.familyLinks.ofClub.useQuery({ id });

export function useChangeFamilyLinksOfClub() {
  const utils = trpc.useUtils();
  const refresh = {
    onSuccess: () => Promise.all([utils.familyLinks.invalidate(), utils.myPhotos.family.invalidate()]),
  };
  return {
    allow: trpc.familyLinks.allow.useMutation(refresh),
    endAll: trpc.familyLinks.endAll.useMutation(refresh),
  };
}
