import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { distinctionOf } from '../club-labels.ts';

/** Options for pickers: at most ten clubs; a failure is an empty list. */
export function useClubSearch(search: string): PickerResults {
  const { date } = useFormat();
  const { data, isFetching } = trpc.clubs.list.useQuery(
    { search, limit: listSizes.pickerResults },
    { enabled: search.length >= inputLimits.searchMin },
  );
  const clubs = data?.clubs ?? [];
  const options = clubs.map((club) => {
    const distinction = distinctionOf(club, clubs, date);
    const tells = distinction && distinction !== club.sport_type;
    return {
      id: club.id,
      label: club.name,
      hint: tells ? `${club.sport_type} · ${distinction}` : club.sport_type,
    };
  });
  return { options: search ? options : [], loading: isFetching };
}
