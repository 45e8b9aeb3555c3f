import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { Filter, FilterBar } from '#client/components/ui/forms/filter-bar.tsx';
import { FilterSelect } from '#client/components/ui/forms/filter-select.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { lineStates, type PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { LineName, LineStateAndReason } from './line-cells.tsx';
import { labelOfLine } from './line-reason.ts';

interface PlannedLinesProps {
  lines: PlannedLine[];
  /** Possible duplicates that are other people and are invited, by the number of their line. */
  invited: ReadonlySet<number>;
  onInvite: (line: number, invite: boolean) => void;
}

const PER_PAGE = 50;

/** What happens with each line; possible duplicates are asked about here. */
export function PlannedLines({ lines, invited, onInvite }: PlannedLinesProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { filters, set, page } = useUrlFilters();
  const chosen = lineStates.find((state) => state === filters.state);
  const matching = chosen ? lines.filter(({ state }) => state === chosen) : lines;
  const shown = Math.min(page, Math.max(1, Math.ceil(matching.length / PER_PAGE)));
  const rows = matching.slice((shown - 1) * PER_PAGE, shown * PER_PAGE);
  const labelOf = (row: PlannedLine) => labelOfLine(t, row);
  const columns: Column<PlannedLine>[] = [
    { key: 'line', header: t('member_import.line'), nowrap: true, cell: (row) => number(row.line) },
    { key: 'name', header: t('member_import.name'), main: true, cell: (row) => <LineName line={row} /> },
    ...(lines.some(({ role }) => role !== 'member')
      ? [
          {
            key: 'role',
            header: t('invitations.role'),
            cell: (row: PlannedLine) => t(`invitations.roles.${row.role}`),
          },
        ]
      : []),
    {
      key: 'state',
      header: t('member_import.what_happens'),
      cell: (row) => (
        <Stack gap={4} align="flex-start">
          <LineStateAndReason line={row} />
          {row.state === 'possible_duplicate' && (
            <Checkbox
              label={t('member_import.other_person')}
              aria-label={t('member_import.other_person_named', { name: labelOf(row), line: row.line })}
              checked={invited.has(row.line)}
              onChange={(event) => onInvite(row.line, event.currentTarget.checked)}
            />
          )}
        </Stack>
      ),
    },
  ];
  return (
    <Stack gap="md">
      <FilterBar
        result={t('member_import.lines_found', { count: matching.length, n: number(matching.length) })}
      >
        <Filter chosen={chosen !== undefined}>
          <FilterSelect
            label={t('member_import.filter')}
            all={t('member_import.all_lines')}
            data={lineStates
              .filter((state) => state === chosen || lines.some((line) => line.state === state))
              .map((value) => ({ value, label: t(`member_import.states.${value}`) }))}
            value={chosen}
            onChange={(state) => set({ state })}
          />
        </Filter>
      </FilterBar>
      {rows.length > 0 && (
        <DataTable
          caption={t('member_import.table')}
          columns={columns}
          rows={rows}
          idOf={(row) => `${row.line} ${row.email}`}
          nameOf={labelOf}
        />
      )}
      <Pagination page={shown} perPage={PER_PAGE} total={matching.length} />
    </Stack>
  );
}
