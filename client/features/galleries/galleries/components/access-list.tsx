import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconX } from '#client/icons/x.ts';
import classes from './access-list.module.css';

export interface AccessEntry {
  id: string;
  name: string;
  hint: string;
}

interface AccessListProps {
  label: string;
  entries: AccessEntry[];
  empty: string;
  onRemove?: (id: string) => void;
}

/** A list of clubs or users with access; read-only without `onRemove`. */
export function AccessList({ label, entries, empty, onRemove }: AccessListProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <ul className={classes.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.row}>
          <span className={classes.words}>
            <span className={classes.name}>{entry.name}</span>
            <span className={classes.hint}>{entry.hint}</span>
          </span>
          {onRemove && (
            <ActionIcon
              aria-label={t('common.remove_named', { name: entry.name })}
              onClick={() => onRemove(entry.id)}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
