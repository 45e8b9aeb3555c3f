import { useSelection } from '#client/hooks/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { membersInput } from '../api/club-members.ts';

/** Search and page of a member list, kept in the address, and the selected rows, which are not. */
export function useMemberList() {
  const { filters, page, setPage, view } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const selection = useSelection(view);
  return {
    search: filters.q,
    text,
    setText,
    page,
    perPage: listSizes.users,
    selection,
    /** The input of the query. */
    input: membersInput(filters),
    setPage,
  };
}
export type MemberList = ReturnType<typeof useMemberList>;
