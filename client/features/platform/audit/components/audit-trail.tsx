import { Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { IconClipboardList } from '#client/icons/clipboard-list.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { roleNames } from '#server/contract/roles.ts';
import type { AuditEntry } from '#server/contract/schemas/users.ts';
import { auditInput, useAudit } from '../api/list-audit.ts';
import { detailsOf } from './audit-details.ts';
import classes from './audit-trail.module.css';

/** The action as text; an action unknown to this client is shown by its name. */
function actOf(t: TFunction, entry: AuditEntry): string {
  const role = roleNames.find((name) => name === entry.params.role);
  return t(`audit.action.${entry.action.replace('.', '_')}` as never, {
    role: role ? t(`roles.${role}.name`) : '',
    defaultValue: entry.action,
  }) as string;
}

/** What the action concerns: a person of the club or an account, before the club. */
function targetOf(
  t: TFunction,
  { target_kind, target_name, params, person_name, user_name }: AuditEntry,
): string {
  if (target_kind === 'settings') return t('audit.face_recognition');
  if (target_kind === 'instance_settings') return t('audit.instance_settings');
  const person = 'club_person_id' in params ? (person_name ?? t('audit.erased_person')) : null;
  return [person, user_name, target_name].filter(Boolean).join(', ');
}

/** The audit log, newest first. */
export function AuditTrail() {
  const { t } = useTranslation();
  const format = useFormat();
  const { dateTime, number } = format;
  const { filters, page } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { data, error, isPending, refetch } = useAudit(auditInput(filters));
  const columns: Column<AuditEntry>[] = [
    { key: 'when', header: t('audit.when'), nowrap: true, cell: (row) => dateTime(row.created_at) },
    {
      key: 'who',
      header: t('audit.who'),
      cell: (row) => (
        <span className={classes.who}>
          <BreakableText text={row.actor_name || t('audit.visitor')} />
        </span>
      ),
    },
    {
      key: 'what',
      header: t('audit.what'),
      main: true,
      cell: (row) => (
        <>
          <b>{actOf(t, row)}</b>
          {detailsOf({ t, format }, row).map((detail) => (
            <span key={detail} className={classes.detail}>
              {detail}
            </span>
          ))}
        </>
      ),
    },
    { key: 'target', header: t('audit.target'), cell: (row) => targetOf(t, row) },
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
