import { trpc } from '#client/lib/trpc.ts';

/** After how many months the club deletes data of people who left, and how many left. */
export function useFormerPeople(clubId: string) {
  return trpc.formerPeople.ofClub.useQuery({ id: clubId });
}

export function useSaveFormerPeopleRetention() {
  const utils = trpc.useUtils();
  return trpc.formerPeople.keepFor.useMutation({
    onSuccess: (saved, { id }) => utils.formerPeople.ofClub.setData({ id }, saved),
  });
}

export function useSaveDeparture() {
  return {
    save: trpc.formerPeople.save.useMutation(),
    remove: trpc.formerPeople.remove.useMutation(),
  };
}
