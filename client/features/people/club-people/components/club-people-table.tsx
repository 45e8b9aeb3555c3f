import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconDoorExit } from '#client/icons/door-exit.ts';
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
  return (
    <DataTable
      caption={t('club_people.title')}
      columns={columns}
      rows={people}
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      rowActions={(row) => (
        <>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('guardians.family_named', { name: row.name })}
            onClick={() => onFamily(row)}
          >
            <IconUsersGroup size={20} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('club_people.edit_named', { name: row.name })}
            onClick={() => onEdit(row)}
          >
            <IconPencil size={20} />
          </ActionIcon>
          {deletesLeft && (
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={t('former_people.edit_named', { name: row.name })}
              onClick={() => onLeave(row)}
            >
              <IconDoorExit size={20} />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="red"
            size={44}
            aria-label={t('club_people.delete_named', { name: row.name })}
            onClick={() => onErase(row)}
          >
            <IconTrash size={20} />
          </ActionIcon>
        </>
      )}
    />
  );
}
