import { keepPreviousData } from '@tanstack/react-query';
import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { CurrentConsent } from '#server/contract/consent.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

interface ClubPeopleFilters {
  search?: string | undefined;
  consent?: CurrentConsent | undefined;
  /** Only people who left. */
  left?: boolean;
  limit: number;
  offset: number;
}

export function useClubPeople(clubId: string, filters: ClubPeopleFilters) {
  return trpc.clubPeople.list.useQuery({ id: clubId, ...filters }, { placeholderData: keepPreviousData });
}

/** Adding and changing people of a club. Names in galleries change with them. */
export function useSaveClubPerson() {
  return {
    create: trpc.clubPeople.create.useMutation(),
    update: trpc.clubPeople.update.useMutation(),
  };
}

/** Options for pickers: people of the club; a failure is an empty list. */
export function useClubPersonSearch(clubId: string, search: string): PickerResults {
  const { date } = useFormat();
  const { data, isFetching } = trpc.clubPeople.list.useQuery(
    { id: clubId, search, limit: listSizes.pickerResults },
    { enabled: search.length >= inputLimits.searchMin },
  );
  const options = (data?.people ?? []).map(({ id, name, born_on }) => ({
    id,
    label: name,
    hint: born_on ? date(born_on) : '',
  }));
  return { options: search ? options : [], loading: isFetching };
}
