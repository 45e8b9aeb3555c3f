import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectionAction } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconUsers } from '#client/icons/users.ts';
import { type Role, roleNames } from '#server/contract/roles.ts';
import { useClubDecisions, useClubMembers } from '../api/club-members.ts';
import { MembersTable } from './members-table.tsx';
import { nameIn, nameOf } from './name-and-email-columns.tsx';
import { useMemberList } from './use-member-list.ts';

interface ClubMembersPanelProps {
  clubId: string;
  /** Reads what else ends with memberships. It rejects where that cannot be read. */
  readEnd: (userIds: string[]) => Promise<ReactNode>;
  /** Called when the viewers removed themselves. */
  onRemoved: (userIds: string[]) => void;
}

const asRole = (name: string): Role => roleNames.find((role) => role === name) ?? 'member';

/** The members of a club, removable one by one or in bulk. */
export function ClubMembersPanel({ clubId, readEnd, onRemoved }: ClubMembersPanelProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const list = useMemberList();
  const members = useClubMembers(clubId, list.input);
  const { run, progress } = useBulk();
  const decisions = useClubDecisions();
  const failToAsk = useErrorToast(t('failed.club_people_load'));

  const remove = async (ids: string[]) =>
    run({
      kind: 'remove_members',
      ids,
      details: await readEnd(ids),
      nameOf: (id) => nameIn(members.data?.members, id),
      work: (user_id) => decisions.remove.mutateAsync({ id: clubId, user_id }),
      after: (removed) => {
        list.selection.clear();
        onRemoved(removed);
      },
    });
  const ask = (ids: string[]) => void remove(ids).catch(failToAsk);

  return (
    <MembersTable
      kind="members"
      icon={IconUsers}
      list={list}
      answer={members}
      rows={members.data?.members}
      total={members.data?.total}
      columns={[
        { key: 'role', header: t('manage_club.role'), cell: (row) => t(`roles.${asRole(row.role)}.name`) },
        {
          key: 'joined',
          header: t('manage_club.joined'),
          nowrap: true,
          cell: (row) => (row.approved_at ? date(row.approved_at) : ''),
        },
      ]}
      rowActions={(row) => (
        <Button
          variant="subtle"
          color="red"
          px="sm"
          aria-label={t('manage_club.remove_named', { name: nameOf(row) })}
          onClick={() => ask([row.id])}
        >
          {t('common.remove')}
        </Button>
      )}
    >
      <SelectionAction destroys loading={progress !== null} onClick={() => ask([...list.selection.ids])}>
        {t('bulk.remove_members.confirm', { count: list.selection.count })}
      </SelectionAction>
    </MembersTable>
  );
}
