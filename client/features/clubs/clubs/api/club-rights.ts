import { trpc } from '#client/lib/trpc.ts';

/** Rights of people who are no members, and links to galleries of the club; both may be none. */
export const useClubRights = (id: string) => trpc.clubRights.list.useQuery({ id });
export const useClubLinks = (id: string) => trpc.shareLinks.ofClub.useQuery({ id });
/** What others would put before the members. */
export const useAskedClub = (id: string) => trpc.askedClubs.list.useQuery({ id });

export function useClubDecisionsOnRights() {
  return {
    endRights: trpc.clubRights.end.useMutation(),
    endLink: trpc.shareLinks.delete.useMutation(),
    agree: trpc.askedClubs.agree.useMutation(),
    decline: trpc.askedClubs.decline.useMutation(),
  };
}
