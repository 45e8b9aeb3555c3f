import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** Options for pickers: members of a club; a failure is an empty list. */
export function useMemberSearch(clubId: string, search: string): PickerResults {
  const { data, isFetching } = trpc.clubs.members.useQuery(
    { id: clubId, search, limit: listSizes.pickerResults },
    { enabled: search.length >= inputLimits.searchMin },
  );
  const options = (data?.members ?? []).map(({ id, username, first_name, last_name }) => ({
    id,
    label: `${first_name} ${last_name}`.trim() || username,
    hint: username,
  }));
  return { options: search ? options : [], loading: isFetching };
}
