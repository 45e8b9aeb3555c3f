import { trpc } from '#client/lib/trpc.ts';

export function useCalendarFeed() {
  return trpc.calendar.get.useQuery(undefined, { refetchOnWindowFocus: false });
}

/** Makes an address, or replaces the one there is. */
export function useCreateCalendarFeed() {
  const utils = trpc.useUtils();
  return trpc.calendar.create.useMutation({
    onSuccess: (feed) => utils.calendar.get.setData(undefined, feed),
  });
}

export function useRemoveCalendarFeed() {
  const utils = trpc.useUtils();
  return trpc.calendar.remove.useMutation({
    onSuccess: () => utils.calendar.get.setData(undefined, { created_at: null, url: null }),
  });
}
