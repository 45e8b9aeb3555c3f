import type { TFunction } from 'i18next';
import type { Column } from '#client/components/ui/data/data-table.tsx';
import { Avatar } from '#client/components/ui/elements/avatar.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import classes from './name-and-email-columns.module.css';

export interface MemberRow {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
}

export const nameOf = (person: Omit<MemberRow, 'id'>) =>
  `${person.first_name} ${person.last_name}`.trim() || person.username;

export const nameIn = (list: readonly MemberRow[] = [], id: string): string | undefined => {
  const row = list.find((each) => each.id === id);
  return row && nameOf(row);
};

/** The first columns of every member list. */
export const memberColumns = <Row extends MemberRow>(t: TFunction): Column<Row>[] => [
  {
    key: 'name',
    header: t('accounts.name'),
    main: true,
    cell: (row) => (
      <span className={classes.person}>
        <Avatar name={nameOf(row)} size={32} />
        <span className={classes.name}>{nameOf(row)}</span>
      </span>
    ),
  },
  { key: 'username', header: t('accounts.username'), cell: (row) => <BreakableText text={row.username} /> },
  { key: 'email', header: t('accounts.email'), cell: (row) => <BreakableText text={row.email} /> },
];
