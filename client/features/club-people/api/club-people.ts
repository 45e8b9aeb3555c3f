import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

interface ClubPeopleFilters {
  search?: string | undefined;
  limit: number;
  offset: number;
}

export function useClubPeople(clubId: string, filters: ClubPeopleFilters) {
  return trpc.clubPeople.list.useQuery({ id: clubId, ...filters }, { placeholderData: keepPreviousData });
}

/** Adding, changing and deleting people of a club. Names in galleries change with them. */
export function useSaveClubPerson() {
  const utils = trpc.useUtils();
  const refresh = {
    onSuccess: () => Promise.all([utils.clubPeople.invalidate(), utils.faces.invalidate()]),
  };
  return {
    create: trpc.clubPeople.create.useMutation(refresh),
    update: trpc.clubPeople.update.useMutation(refresh),
    remove: trpc.clubPeople.delete.useMutation(refresh),
  };
}
