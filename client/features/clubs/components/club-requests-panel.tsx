import { Button, Group, Skeleton } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data-table.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/filter-bar.tsx';
import { Pager } from '#client/components/ui/pager.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/selection-bar.tsx';
import { useBulk } from '#client/components/ui/use-bulk.ts';
import { notify } from '#client/lib/notify.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { usePageInRange } from '#client/lib/use-page-in-range.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import { useUrlFilters, useUrlText } from '#client/lib/use-url-filters.ts';
import { limits } from '#server/contract/limits.ts';
import { useClubDecisions, useClubRequests } from '../api/club-people.ts';
import { type ClubPerson, nameOf, personColumns } from './club-person.tsx';

interface RequestRow extends ClubPerson {
  requested_at: string;
}

const perPage = limits.usersPerPage;

/** Who asks to join: one yes is one click; everything else is asked for first. */
export function ClubRequestsPanel({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const fail = useFail();
  const utils = trpc.useUtils();
  const { filters, page, setPage } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { data, error, isPending, refetch } = useClubRequests(clubId, {
    search: filters.q,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const selection = useSelection();
  const { run, progress } = useBulk();
  const { approve, reject } = useClubDecisions();
  usePageInRange(page, perPage, data?.total, setPage);

  const settled = () => {
    selection.clear();
    void utils.clubs.invalidate();
  };
  const decide = (kind: 'approve_requests' | 'reject_requests', ids: string[]) => {
    const { mutateAsync } = kind === 'approve_requests' ? approve : reject;
    void run({ kind, ids, work: (user_id) => mutateAsync({ id: clubId, user_id }), after: settled });
  };
  const approveOne = (row: RequestRow) =>
    approve.mutate(
      { id: clubId, user_id: row.id },
      {
        onSuccess: () => notify.success(t('manage_club.approved', { name: nameOf(row) })),
        onError: fail,
        onSettled: settled,
      },
    );

  const columns: Column<RequestRow>[] = [
    ...personColumns<RequestRow>(t),
    {
      key: 'requested',
      header: t('manage_club.requested'),
      nowrap: true,
      cell: (row) => date(row.requested_at),
    },
  ];
  const busy = progress !== null;

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && (data.total > 0 || filters.q) && (
        <FilterBar result={t('manage_club.request', { count: data.total, n: number(data.total) })}>
          <SearchField label={t('manage_club.search_requests')} value={text} onChange={setText} />
        </FilterBar>
      )}
      {isPending && <Skeleton h={240} />}
      {data && data.requests.length > 0 && (
        <DataTable
          caption={t('manage_club.tabs.requests')}
          columns={columns}
          rows={data.requests}
          idOf={(row) => row.id}
          nameOf={nameOf}
          selection={selection}
          wideActions
          rowActions={(row) => (
            <Group gap="xs" wrap="nowrap" display="inline-flex">
              <Button
                variant="light"
                px="md"
                aria-label={t('manage_club.approve_named', { name: nameOf(row) })}
                loading={approve.isPending && approve.variables?.user_id === row.id}
                onClick={() => approveOne(row)}
              >
                {t('manage_club.approve')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                px="sm"
                aria-label={t('manage_club.reject_named', { name: nameOf(row) })}
                onClick={() => decide('reject_requests', [row.id])}
              >
                {t('manage_club.reject')}
              </Button>
            </Group>
          )}
        />
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={IconUserPlus}
          title={t(filters.q ? 'manage_club.nobody_found' : 'manage_club.no_requests')}
          text={t(filters.q ? 'manage_club.nobody_found_text' : 'manage_club.no_requests_text')}
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
        <SelectionAction loading={busy} onClick={() => decide('approve_requests', [...selection.ids])}>
          {t('bulk.approve_requests.confirm', { count: selection.count })}
        </SelectionAction>
        <SelectionAction loading={busy} onClick={() => decide('reject_requests', [...selection.ids])}>
          {t('bulk.reject_requests.confirm', { count: selection.count })}
        </SelectionAction>
      </SelectionBar>
    </>
  );
}
