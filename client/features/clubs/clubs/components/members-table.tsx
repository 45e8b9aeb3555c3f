import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import type { Icon } from '#client/icons/icon.tsx';
import { type MemberRow, memberColumns, nameOf } from './name-and-email-columns.tsx';
import type { MemberList } from './use-member-list.ts';

interface MembersTableProps<Row extends MemberRow> {
  kind: 'members' | 'requests';
  list: MemberList;
  /** The query result for the search and page of `list`. */
  answer: { error: unknown; isPending: boolean; refetch: () => unknown };
  rows: Row[] | undefined;
  total: number | undefined;
  icon: Icon;
  /** Columns after name, username and email. */
  columns: Column<Row>[];
  rowActions: (row: Row) => ReactNode;
  wideActions?: boolean;
  /** The bulk actions. */
  children: ReactNode;
}

/** A searchable, paged table of members or membership requests, with row and bulk actions. */
export function MembersTable<Row extends MemberRow>(props: MembersTableProps<Row>) {
  const { kind, list, answer, rows, total } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { selection } = list;
  const one = kind === 'members' ? 'member' : 'request';
  const found = total !== undefined && t(`manage_club.${one}`, { count: total, n: number(total) });
  usePageInRange(list.page, list.perPage, total, list.setPage);

  if (answer.error && !rows) return <ErrorState title={t(`failed.${kind}_load`)} of={answer} />;
  return (
    <>
      {(kind === 'members' || Boolean(total) || list.search) && (
        <FilterBar result={found}>
          <SearchField label={t(`manage_club.search_${kind}`)} value={list.text} onChange={list.setText} />
        </FilterBar>
      )}
      {answer.isPending && <Skeleton h={240} />}
      {rows && rows.length > 0 && (
        <DataTable
          caption={t(`manage_club.tabs.${kind}`)}
          columns={[...memberColumns<Row>(t), ...props.columns]}
          rows={rows}
          idOf={(row) => row.id}
          nameOf={nameOf}
          selection={selection}
          wideActions={props.wideActions ?? false}
          rowActions={props.rowActions}
        />
      )}
      {total === 0 && (
        <EmptyState
          icon={props.icon}
          title={t(list.search ? 'manage_club.nobody_found' : `manage_club.no_${kind}`)}
          text={t(list.search ? 'manage_club.nobody_found_text' : `manage_club.no_${kind}_text`)}
        />
      )}
      <Pagination page={list.page} perPage={list.perPage} total={total ?? 0} />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {props.children}
      </SelectionBar>
    </>
  );
}
