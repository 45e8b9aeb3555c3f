import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SelectionAction } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { toast } from '#client/lib/toast.ts';
import { useClubDecisions, useClubRequests } from '../api/club-members.ts';
import { MembersTable } from './members-table.tsx';
import { type MemberRow, nameIn, nameOf } from './name-and-email-columns.tsx';
import { useMemberList } from './use-member-list.ts';

type Decision = 'approve_requests' | 'reject_requests';

/** Membership requests. Approving one needs no confirmation; everything else does. */
export function ClubRequestsPanel({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const showError = useErrorToast(t('failed.request_approve'));
  const list = useMemberList();
  const requests = useClubRequests(clubId, list.input);
  const { run, progress } = useBulk();
  const { approve, reject } = useClubDecisions();

  const decide = (kind: Decision, ids: string[]) => {
    const { mutateAsync } = kind === 'approve_requests' ? approve : reject;
    void run({
      kind,
      ids,
      nameOf: (id) => nameIn(requests.data?.requests, id),
      work: (user_id) => mutateAsync({ id: clubId, user_id }),
      after: list.selection.clear,
    });
  };
  const approveOne = (row: MemberRow) =>
    approve.mutate(
      { id: clubId, user_id: row.id },
      {
        onSuccess: () => toast.success(t('manage_club.approved', { name: nameOf(row) })),
        onError: showError,
        onSettled: list.selection.clear,
      },
    );

  return (
    <MembersTable
      kind="requests"
      icon={IconUserPlus}
      list={list}
      answer={requests}
      rows={requests.data?.requests}
      total={requests.data?.total}
      columns={[
        {
          key: 'requested',
          header: t('manage_club.requested'),
          nowrap: true,
          cell: (row) => date(row.requested_at),
        },
      ]}
      wideActions
      rowActions={(row) => (
        <Group gap="xs" wrap="nowrap" display="inline-flex">
          <Button
            variant="light"
            px="md"
            aria-label={t('manage_club.approve_named', { name: nameOf(row) })}
            loading={approve.isPending && approve.variables?.user_id === row.id}
            onClick={() => approveOne(row)}
          >
            {t('manage_club.approve')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            px="sm"
            aria-label={t('manage_club.reject_named', { name: nameOf(row) })}
            onClick={() => decide('reject_requests', [row.id])}
          >
            {t('manage_club.reject')}
          </Button>
        </Group>
      )}
    >
      {(['approve_requests', 'reject_requests'] as const).map((kind) => (
        <SelectionAction
          key={kind}
          destroys={kind === 'reject_requests'}
          loading={progress !== null}
          onClick={() => decide(kind, [...list.selection.ids])}
        >
          {t(`bulk.${kind}.confirm`, { count: list.selection.count })}
        </SelectionAction>
      ))}
    </MembersTable>
  );
}
