import { trpc } from '#client/lib/trpc.ts';

/** Rights of people who are no members, and links to galleries of the club; both may be none. */
export const useClubRights = (id: string) => trpc.clubRights.list.useQuery({ id });
export const useClubLinks = (id: string) => trpc.shareLinks.ofClub.useQuery({ id });
/** What others would put before the members. */
export const useAskedClub = (id: string) => trpc.askedClubs.list.useQuery({ id });

export function useClubDecisionsOnRights() {
  const utils = trpc.useUtils();
  const afterRights = { onSettled: () => utils.clubRights.invalidate() };
  const afterLinks = { onSettled: () => utils.shareLinks.invalidate() };
  const afterAsked = {
    onSettled: () => Promise.all([utils.askedClubs.invalidate(), utils.events.invalidate()]),
  };
  return {
    endRights: trpc.clubRights.end.useMutation(afterRights),
    endLink: trpc.shareLinks.delete.useMutation(afterLinks),
    agree: trpc.askedClubs.agree.useMutation(afterAsked),
    decline: trpc.askedClubs.decline.useMutation(afterAsked),
  };
}
