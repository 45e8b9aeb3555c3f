import { Skeleton } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data-table.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/filter-bar.tsx';
import { Pagination } from '#client/components/ui/pagination.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/lib/use-url-filters.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { roleNames } from '#server/contract/roles.ts';
import { auditInput, useAudit } from '../api/list-audit.ts';

interface Entry {
  id: string;
  actor_name: string;
  action: string;
  target_kind: string;
  target_name: string;
  params: Record<string, unknown>;
  created_at: string;
}

/** The action as text; an action unknown to this client is shown by its name. */
function actOf(t: TFunction, entry: Entry): string {
  const role = roleNames.find((name) => name === entry.params.role);
  return t(`audit.action.${entry.action.replace('.', '_')}` as never, {
    role: role ? t(`roles.${role}.name`) : '',
    defaultValue: entry.action,
  }) as string;
}

/** The audit log, newest first. */
export function AuditTrail() {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { filters, page } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { data, error, isPending, refetch } = useAudit(auditInput(filters));
  /** The subject of the action: a member's name before the club. */
  const targetOf = ({ target_kind, target_name, params }: Entry) => {
    if (target_kind === 'settings') return t('audit.face_recognition');
    if (target_kind === 'instance_settings') return t('audit.instance_settings');
    return typeof params.username === 'string' ? `${params.username}, ${target_name}` : target_name;
  };
  const columns: Column<Entry>[] = [
    { key: 'when', header: t('audit.when'), nowrap: true, cell: (row) => dateTime(row.created_at) },
    { key: 'who', header: t('audit.who'), cell: (row) => row.actor_name },
    { key: 'what', header: t('audit.what'), main: true, cell: (row) => <b>{actOf(t, row)}</b> },
    {
      key: 'target',
      header: t('audit.target'),
      cell: targetOf,
    },
  ];
  return (
    <>
      <FilterBar result={data && t('audit.found', { count: data.total, n: number(data.total) })}>
        <SearchField label={t('audit.search')} value={text} onChange={setText} />
      </FilterBar>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={320} />}
      {data && data.entries.length > 0 && (
        <DataTable
          caption={t('audit.title')}
          columns={columns}
          rows={data.entries}
          idOf={(row) => row.id}
          nameOf={(row) => row.target_name}
        />
      )}
      {data?.total === 0 && (
        <EmptyState
          icon={IconClipboardList}
          title={t(filters.q ? 'audit.none_found' : 'audit.none')}
          {...(filters.q ? {} : { text: t('audit.none_text') })}
        />
      )}
      <Pagination page={page} perPage={listSizes.auditEntries} total={data?.total ?? 0} />
    </>
  );
}
