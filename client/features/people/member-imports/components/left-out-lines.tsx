import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconDownload } from '#client/icons/download.ts';
import type { PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { saveCsv } from '../save-csv.ts';
import { LineName, LineStateAndReason } from './line-cells.tsx';
import { labelOfLine, lineReason } from './line-reason.ts';

const PER_PAGE = 50;

/** The lines of an import that got no invitation, with the reason, to look at and to save. */
export function LeftOutLines({ lines }: { lines: PlannedLine[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const language = useLanguageCode();
  const { page } = useUrlFilters();
  if (lines.length === 0) return null;
  const shown = Math.min(page, Math.ceil(lines.length / PER_PAGE));
  const columns: Column<PlannedLine>[] = [
    { key: 'line', header: t('member_import.line'), nowrap: true, cell: (row) => number(row.line) },
    { key: 'name', header: t('member_import.name'), main: true, cell: (row) => <LineName line={row} /> },
    {
      key: 'reason',
      header: t('member_import.reason'),
      cell: (row) => (
        <Stack gap={4} align="flex-start">
          <LineStateAndReason line={row} />
        </Stack>
      ),
    },
  ];
  const save = () =>
    saveCsv(language, t('member_import.left_out_file'), [
      [
        t('member_import.line'),
        t('invitations.first_name'),
        t('invitations.last_name'),
        t('invitations.email'),
        t('invitations.role'),
        t('member_import.reason'),
      ],
      ...lines.map((row) => [
        String(row.line),
        row.first_name,
        row.last_name,
        row.email ?? '',
        t(`invitations.roles.${row.role}`),
        `${t(`member_import.states.${row.state}`)} ${lineReason(t, row)}`.trim(),
      ]),
    ]);
  return (
    <Section
      stacked
      title={t('member_import.left_out', { count: lines.length, n: number(lines.length) })}
      text={t('member_import.left_out_text')}
    >
      <Stack gap="md" align="stretch">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          onClick={save}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('member_import.left_out_export')}
        </Button>
        <DataTable
          caption={t('member_import.left_out_table')}
          columns={columns}
          rows={lines.slice((shown - 1) * PER_PAGE, shown * PER_PAGE)}
          idOf={(row) => `${row.line} ${row.email}`}
          nameOf={(row) => labelOfLine(t, row)}
        />
        <Pagination page={shown} perPage={PER_PAGE} total={lines.length} />
      </Stack>
    </Section>
  );
}
