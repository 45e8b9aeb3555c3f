import { trpc } from '#client/lib/trpc.ts';

/** After how many months the club deletes data of people who left, and how many left. */
export function useDepartures(clubId: string) {
  return trpc.departures.ofClub.useQuery({ id: clubId });
}

export function useSaveDepartureRetention() {
  const utils = trpc.useUtils();
  return trpc.departures.keepFor.useMutation({
    onSuccess: (saved, { id }) => {
      utils.departures.ofClub.setData({ id }, saved);
      return utils.clubPeople.invalidate();
    },
  });
}

export function useSaveDeparture() {
  const utils = trpc.useUtils();
  const refresh = {
    onSuccess: () => Promise.all([utils.clubPeople.invalidate(), utils.departures.invalidate()]),
  };
  return {
    save: trpc.departures.save.useMutation(refresh),
    remove: trpc.departures.remove.useMutation(refresh),
  };
}
