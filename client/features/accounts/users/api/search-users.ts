import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** Options for pickers: at most ten users; a failure is an empty list. */
export function useUserSearch(query: string): PickerResults {
  const { data, isFetching } = trpc.users.list.useQuery(
    { query, page: 1, per_page: listSizes.pickerResults },
    { enabled: query.length >= inputLimits.searchMin },
  );
  const options = (data?.items ?? []).map((user) => ({
    id: user.id,
    label: user.full_name || user.username,
    hint: `${user.username} · ${user.email}`,
  }));
  return { options: query ? options : [], loading: isFetching };
}
