import { trpc } from '#client/lib/trpc.ts';

/** Whether families of a club may share photos of their own by link, and how many links are in force. */
export const useFamilyShareLinksOfClub = (id: string) => trpc.familyShareLinks.ofClub.useQuery({ id });

export function useChangeFamilyShareLinksOfClub() {
  return {
    allow: trpc.familyShareLinks.allow.useMutation(),
    endAll: trpc.familyShareLinks.endAll.useMutation(),
  };
}
