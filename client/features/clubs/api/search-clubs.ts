import type { PickerOption } from '#client/components/ui/search-picker.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { pageSizes } from '#server/contract/page-sizes.ts';

/** Options for pickers: at most ten clubs; a failure is an empty list. */
export function useClubSearch(search: string): { options: PickerOption[]; loading: boolean } {
  const { data, isFetching } = trpc.clubs.list.useQuery(
    { search, limit: pageSizes.pickerResults },
    { enabled: search.length >= inputLimits.searchMin },
  );
  const options = (data?.clubs ?? []).map(({ id, name, sport_type }) => ({
    id,
    label: name,
    hint: sport_type,
  }));
  return { options: search ? options : [], loading: isFetching };
}
