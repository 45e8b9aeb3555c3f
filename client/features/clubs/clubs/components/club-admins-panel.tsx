import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { SearchAndAdd } from '#client/components/ui/forms/search-and-add.tsx';
import type { PickerOption, PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { useChangeClubAdmins, useClubAdmins } from '../api/club-admins.ts';
import { type MemberRow, nameOf } from './name-and-email-columns.tsx';

interface ClubAdminsPanelProps {
  club: Pick<Club, 'id' | 'name'>;
  /** Comes from the users feature; the page passes it in. */
  useUserSearch: (query: string) => PickerResults;
  onRemoved?: (userId: string) => void;
}

type AdminRow = Omit<MemberRow, 'id'> & { user_id: string; admin_since: string };

/** The administrators of a club: appoint and remove. */
export function ClubAdminsPanel({ club, useUserSearch, onRemoved }: ClubAdminsPanelProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const failToAssign = useErrorToast(t('failed.admin_assign'));
  const failToRemove = useErrorToast(t('failed.admin_remove'));
  const confirm = useConfirm();
  const { data, error, refetch } = useClubAdmins(club.id);
  const { add, remove } = useChangeClubAdmins();

  const assign = (person: PickerOption, done: () => void) =>
    add.mutate(
      { id: club.id, user_id: person.id },
      {
        onSuccess: () => {
          toast.success(t('clubs.admin_added', { name: person.label }));
          done();
        },
        onError: failToAssign,
      },
    );

  const askRemove = async (row: AdminRow) => {
    const yes = await confirm({
      title: t('clubs.remove_admin_title', { name: nameOf(row) }),
      body: t('clubs.remove_admin_body', { club: club.name }),
      confirm: t('common.remove'),
      danger: true,
    });
    if (!yes) return;
    remove.mutate(
      { id: club.id, user_id: row.user_id },
      {
        onSuccess: () => {
          toast.success(t('clubs.admin_removed', { name: nameOf(row) }));
          onRemoved?.(row.user_id);
        },
        onError: failToRemove,
      },
    );
  };

  const columns: Column<AdminRow>[] = [
    { key: 'username', header: t('accounts.username'), cell: (row) => <BreakableText text={row.username} /> },
    { key: 'name', header: t('accounts.name'), cell: nameOf, main: true },
    { key: 'email', header: t('accounts.email'), cell: (row) => <BreakableText text={row.email} /> },
    { key: 'since', header: t('clubs.admin_since'), nowrap: true, cell: (row) => date(row.admin_since) },
  ];

  return (
    <Stack gap="lg">
      <SearchAndAdd
        label={t('clubs.find_user')}
        placeholder={t('clubs.find_user_hint')}
        button={t('clubs.assign')}
        useResults={useUserSearch}
        without={data?.admins.map((admin) => admin.user_id) ?? []}
        pending={add.isPending}
        onAdd={assign}
      />
      {error && <ErrorState title={t('failed.admins_load')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data?.total === 0 && <Text>{t('clubs.no_admins')}</Text>}
      {data && data.total > 0 && (
        <DataTable
          caption={t('clubs.admins')}
          columns={columns}
          rows={data.admins}
          idOf={(row) => row.user_id}
          nameOf={nameOf}
          rowActions={(row) => (
            <Button variant="subtle" color="red" onClick={() => void askRemove(row)}>
              {t('common.remove')}
            </Button>
          )}
        />
      )}
    </Stack>
  );
}
