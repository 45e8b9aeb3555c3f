import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data-table.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/filter-bar.tsx';
import { Pager } from '#client/components/ui/pager.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/selection-bar.tsx';
import { useBulk } from '#client/components/ui/use-bulk.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { usePageInRange } from '#client/lib/use-page-in-range.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/lib/use-url-filters.ts';
import { limits } from '#server/contract/limits.ts';
import { type Role, roleNames } from '#server/contract/roles.ts';
import { useClubDecisions, useClubMembers } from '../api/club-people.ts';
import { type ClubPerson, nameOf, personColumns } from './club-person.tsx';

interface MemberRow extends ClubPerson {
  role: string;
  approved_at: string | null;
}

interface ClubMembersPanelProps {
  clubId: string;
  /** The page leaves when the viewer has removed themselves. */
  onRemoved: (userIds: string[]) => void;
}

const perPage = limits.usersPerPage;
const asRole = (name: string): Role => roleNames.find((role) => role === name) ?? 'member';

export function ClubMembersPanel({ clubId, onRemoved }: ClubMembersPanelProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const utils = trpc.useUtils();
  const { filters, page, setPage } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { data, error, isPending, refetch } = useClubMembers(clubId, {
    search: filters.q,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const selection = useSelection();
  const { run, progress } = useBulk();
  const decisions = useClubDecisions();
  usePageInRange(page, perPage, data?.total, setPage);

  const remove = (ids: string[]) =>
    run({
      kind: 'remove_members',
      ids,
      work: (user_id) => decisions.remove.mutateAsync({ id: clubId, user_id }),
      after: (removed) => {
        selection.clear();
        void utils.clubs.invalidate();
        onRemoved(removed);
      },
    });

  const columns: Column<MemberRow>[] = [
    ...personColumns<MemberRow>(t),
    { key: 'role', header: t('manage_club.role'), cell: (row) => t(`roles.${asRole(row.role)}.name`) },
    {
      key: 'joined',
      header: t('manage_club.joined'),
      nowrap: true,
      cell: (row) => (row.approved_at ? date(row.approved_at) : ''),
    },
  ];

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <FilterBar result={data && t('manage_club.member', { count: data.total, n: number(data.total) })}>
        <SearchField label={t('manage_club.search_members')} value={text} onChange={setText} />
      </FilterBar>
      {isPending && <Skeleton h={240} />}
      {data && data.members.length > 0 && (
        <DataTable
          caption={t('manage_club.tabs.members')}
          columns={columns}
          rows={data.members}
          idOf={(row) => row.id}
          nameOf={nameOf}
          selection={selection}
          rowActions={(row) => (
            <Button
              variant="subtle"
              color="red"
              px="sm"
              aria-label={t('manage_club.remove_named', { name: nameOf(row) })}
              onClick={() => void remove([row.id])}
            >
              {t('common.remove')}
            </Button>
          )}
        />
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={IconUsers}
          title={t(filters.q ? 'manage_club.nobody_found' : 'manage_club.no_members')}
          text={t(filters.q ? 'manage_club.nobody_found_text' : 'manage_club.no_members_text')}
        />
      )}
      <Pager
        page={page}
        perPage={perPage}
        total={data?.total ?? 0}
        onChange={(next) => {
          selection.clear();
          setPage(next);
        }}
      />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        <SelectionAction loading={progress !== null} onClick={() => void remove([...selection.ids])}>
          {t('bulk.remove_members.confirm', { count: selection.count })}
        </SelectionAction>
      </SelectionBar>
    </>
  );
}
