import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { MemberImport } from '#server/contract/schemas/member-imports.ts';
import { useImports } from '../api/member-imports.ts';
import { useExportImport } from './use-export-import.ts';
import { useUndoImport } from './use-undo-import.ts';

/** The imports of a club so far; nothing where there are none. */
export function EarlierImports({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { data } = useImports(clubId);
  const undo = useUndoImport(clubId);
  const download = useExportImport(clubId);
  if (!data || data.imports.length === 0) return null;
  const nameOf = ({ file_name, created_at }: MemberImport) => file_name || dateTime(created_at);
  const columns: Column<MemberImport>[] = [
    {
      key: 'file',
      header: t('member_import.file'),
      main: true,
      cell: (row) => <BreakableText text={nameOf(row)} />,
    },
    { key: 'when', header: t('audit.when'), nowrap: true, cell: (row) => dateTime(row.created_at) },
    { key: 'who', header: t('audit.who'), cell: (row) => row.created_by_name ?? t('common.unknown') },
    {
      key: 'joined',
      header: t('member_import.joined'),
      cell: (row) =>
        row.undone_at ? (
          <StatusBadge tone="quiet">{t('member_import.was_undone')}</StatusBadge>
        ) : row.invitations === 0 ? (
          t('member_import.people_listed', { count: row.people, n: number(row.people) })
        ) : (
          t('invitations.uses_of', { uses: number(row.accepted), max: number(row.invitations) })
        ),
    },
  ];
  return (
    <Section stacked title={t('member_import.earlier')}>
      <DataTable
        caption={t('member_import.earlier')}
        columns={columns}
        rows={data.imports}
        idOf={(row) => row.id}
        nameOf={nameOf}
        wideActions
        rowActions={(row) =>
          !row.undone_at && (
            <Group gap="xs" display="inline-flex">
              {row.invitations > 0 && (
                <Button
                  variant="light"
                  px="md"
                  aria-label={t('member_import.export_named', { name: nameOf(row) })}
                  loading={download.isPending && download.variables === row.id}
                  onClick={() => download.mutate(row.id)}
                >
                  {t('member_import.export')}
                </Button>
              )}
              {row.can_undo && (
                <Button
                  variant="subtle"
                  color="red"
                  px="sm"
                  aria-label={t('member_import.undo_named', { name: nameOf(row) })}
                  loading={undo.isPending && undo.pendingId === row.id}
                  onClick={() => void undo.ask(row)}
                >
                  {t('member_import.undo')}
                </Button>
              )}
            </Group>
          )
        }
      />
    </Section>
  );
}
