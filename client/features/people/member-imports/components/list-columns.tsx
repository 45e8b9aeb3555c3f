import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnMeaning, columnMeanings } from '#server/contract/member-list-format.ts';
import type { ImportPreview } from '#server/contract/schemas/member-imports.ts';
import classes from './list-columns.module.css';

interface ListColumnsProps {
  columns: ImportPreview['columns'];
  onChange: (columns: ColumnMeaning[]) => void;
}

/**
 * Columns without a use are folded where the names are known; address books have up to ninety columns. One with addresses is not: nobody
 * would be written to, and nothing would say so.
 */
const SHOWN_UNUSED = 8;

const holdsAddresses = ({ samples }: Pick<ImportPreview['columns'][number], 'samples'>) =>
  samples.some((sample) => sample.includes('@'));

/** What each column holds, with its first values. */
export function ListColumns({ columns, onChange }: ListColumnsProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const numbered = columns.map((column, position) => ({ ...column, position }));
  const unused = numbered.filter(({ meaning }) => meaning === 'ignored');
  const knowsNames = columns.some(({ meaning }) => meaning.includes('name'));
  const hidden = all
    ? []
    : unused.slice(knowsNames ? 0 : SHOWN_UNUSED).filter((column) => !holdsAddresses(column));
  const hiddenPositions = new Set(hidden.map(({ position }) => position));
  const shown = numbered.filter(({ position }) => !hiddenPositions.has(position));

  const choose = (position: number, meaning: ColumnMeaning) =>
    onChange(
      columns.map((column, other) => {
        if (other === position) return meaning;
        // One column each: the one that had this meaning is not used any more.
        return column.meaning === meaning ? 'ignored' : column.meaning;
      }),
    );
  return (
    <Stack gap="md" align="flex-start">
      <ul className={classes.columns}>
        {shown.map(({ position, header, meaning, samples }) => (
          <li key={position} className={classes.column}>
            <Select
              label={header || t('member_import.column', { number: position + 1 })}
              allowDeselect={false}
              data={columnMeanings.map((value) => ({ value, label: t(`member_import.meanings.${value}`) }))}
              value={meaning}
              onChange={(value) => {
                const chosen = columnMeanings.find((each) => each === value);
                if (chosen) choose(position, chosen);
              }}
            />
            <p className={classes.samples}>{samples.join(', ') || t('member_import.empty_column')}</p>
            {meaning === 'ignored' && holdsAddresses({ samples }) && (
              <p className={classes.samples}>{t('member_import.addresses_unused')}</p>
            )}
          </li>
        ))}
      </ul>
      {hiddenPositions.size > 0 && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('member_import.more_columns', { count: hiddenPositions.size })}
        </Button>
      )}
    </Stack>
  );
}
