import { trpc } from '#client/lib/trpc.ts';

/** Saves what a club decided about its people; the words of the questions follow. */
export const useSaveClubSettings = () => trpc.clubs.update.useMutation();
