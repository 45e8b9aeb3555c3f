import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '#client/hooks/use-selection.ts';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row; on a phone it becomes the headline. */
  main?: boolean;
  end?: boolean;
  /** Never breaks the value, for dates and other short values. */
  nowrap?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  selection?: Selection;
  canSelect?: (row: Row) => boolean;
  rowActions?: (row: Row) => ReactNode;
  /** Actions with text: on a phone they get their own line. */
  wideActions?: boolean;
}

/** The only table component: selectable rows, row actions, and a list of cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, idOf, nameOf, canSelect = () => true, rowActions } = props;
  const { wideActions = false } = props;
  const { t } = useTranslation();
  const selectable = rows.filter(canSelect).map(idOf);
  /** No column of checkboxes where no row has one. */
  const selection = selectable.length > 0 ? props.selection : undefined;
  const state = selection?.stateOf(selectable) ?? 'none';
  return (
    <div className={classes.place}>
      <div className={classes.frame}>
        <table className={classes.table}>
          <caption className={classes.caption}>{caption}</caption>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={classes.choose}>
                  <Checkbox
                    aria-label={t('table.select_page', { count: selectable.length })}
                    label={t('table.select_page', { count: selectable.length })}
                    classNames={{ label: classes.chooseLabel }}
                    checked={state === 'all'}
                    indeterminate={state === 'some'}
                    onChange={() => selection.setAll(selectable, state !== 'all')}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th key={column.key} scope="col" data-end={column.end || undefined}>
                  {column.header}
                </th>
              ))}
              {rowActions && (
                <th scope="col">
                  <span className={classes.hidden}>{t('table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = idOf(row);
              return (
                <tr key={id} data-chosen={selection?.has(id) || undefined}>
                  {selection && (
                    <td className={classes.choose}>
                      {canSelect(row) && (
                        <Checkbox
                          aria-label={t('table.select_row', { name: nameOf(row) })}
                          checked={selection.has(id)}
                          onChange={() => selection.toggle(id)}
                        />
                      )}
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      data-main={column.main || undefined}
                      data-end={column.end || undefined}
                      data-nowrap={column.nowrap || undefined}
                      data-label={column.header}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                  {rowActions && (
                    <td className={classes.actions} data-wide={wideActions || undefined}>
                      {rowActions(row)}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
