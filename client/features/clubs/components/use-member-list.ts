import { useSelection } from '#client/lib/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/lib/use-url-filters.ts';
import { limits } from '#server/contract/limits.ts';
import { membersInput } from '../api/club-members.ts';

/** Where one is in a list of people: what is searched for and which page stand in the address, who is chosen does not. */
export function useMemberList() {
  const { filters, page, setPage, view } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const selection = useSelection(view);
  return {
    search: filters.q,
    text,
    setText,
    page,
    perPage: limits.usersPerPage,
    selection,
    /** What to ask the server for. */
    wanted: membersInput(filters),
    setPage,
  };
}
export type MemberList = ReturnType<typeof useMemberList>;
