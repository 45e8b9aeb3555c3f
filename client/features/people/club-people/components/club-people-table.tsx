import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconDoorExit } from '#client/icons/door-exit.ts';
import type { Icon } from '#client/icons/icon.tsx';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { IconUsersGroup } from '#client/icons/users-group.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { ConsentBadges } from './consent-badges.tsx';

/** A narrow column breaks before a day and not within it. */
const unbroken = (day: string) => day.replaceAll(' ', '\u00a0');

interface ClubPeopleTableProps {
  people: ClubPerson[];
  /** The club deletes the data of people who left. */
  deletesLeft: boolean;
  onFamily: (person: ClubPerson) => void;
  onEdit: (person: ClubPerson) => void;
  onLeave: (person: ClubPerson) => void;
  onErase: (person: ClubPerson) => void;
}

export function ClubPeopleTable({
  people,
  deletesLeft,
  onFamily,
  onEdit,
  onLeave,
  onErase,
}: ClubPeopleTableProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const leftColumn: Column<ClubPerson> = {
    key: 'left',
    header: t('former_people.left'),
    cell: ({ left }) =>
      left &&
      t('former_people.row', { left: unbroken(date(left.left_on)), date: unbroken(date(left.last_day)) }),
  };
  const columns: Column<ClubPerson>[] = [
    { key: 'name', header: t('accounts.name'), main: true, cell: (row) => row.name },
    {
      key: 'born',
      header: t('club_people.born_on'),
      nowrap: true,
      cell: (row) => (row.born_on ? date(row.born_on) : ''),
    },
    { key: 'account', header: t('club_people.account'), cell: (row) => row.username ?? '' },
    {
      key: 'guardians',
      header: t('guardians.guardians'),
      cell: (row) =>
        row.guardians
          .map(({ name, state }) => (state === 'asked' ? t('guardians.asked', { name }) : name))
          .join(', '),
    },
    {
      key: 'consents',
      header: t('guardians.consents'),
      cell: (row) => <ConsentBadges consents={row.consents} />,
    },
    ...(deletesLeft ? [leftColumn] : []),
    {
      key: 'galleries',
      header: t('club_people.galleries'),
      end: true,
      cell: (row) => number(row.gallery_count),
    },
  ];
  const action = (Mark: Icon, label: string, act: () => void, color?: 'red') => (
    <ActionIcon variant="subtle" {...(color && { color })} size={44} aria-label={label} onClick={act}>
      <Mark size={20} />
    </ActionIcon>
  );
  return (
    <DataTable
      caption={t('club_people.title')}
      columns={columns}
      rows={people}
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      rowActions={(row) => (
        <>
          {action(IconUsersGroup, t('guardians.family_named', { name: row.name }), () => onFamily(row))}
          {action(IconPencil, t('club_people.edit_named', { name: row.name }), () => onEdit(row))}
          {deletesLeft &&
            action(IconDoorExit, t('former_people.edit_named', { name: row.name }), () => onLeave(row))}
          {action(IconTrash, t('club_people.delete_named', { name: row.name }), () => onErase(row), 'red')}
        </>
      )}
    />
  );
}
