import type { PickerOption } from '#client/components/ui/search-picker.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { limits } from '#server/contract/limits.ts';

/** Options for pickers: at most ten clubs; a failure is an empty list. */
export function useClubSearch(search: string): { options: PickerOption[]; loading: boolean } {
  const { data, isFetching } = trpc.clubs.list.useQuery(
    { search, limit: limits.pickerResults },
    { enabled: search.length >= limits.searchMin },
  );
  const options = (data?.clubs ?? []).map(({ id, name, sport_type }) => ({
    id,
    label: name,
    hint: sport_type,
  }));
  return { options: search ? options : [], loading: isFetching };
}
