import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useAskedClub, useClubDecisionsOnRights } from '../api/club-rights.ts';

/** Events and galleries that others would put before the members of the club: it agrees or declines. */
export default function AskedClubPanel({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const showError = useErrorToast(t('failed.asked_answer'));
  const asked = useAskedClub(clubId).data?.asked ?? [];
  const { agree, decline } = useClubDecisionsOnRights();
  const answer = (decision: typeof agree, asked_id: string) =>
    decision.mutate({ id: clubId, asked_id }, { onError: showError });
  return (
    <Stack gap="lg">
      <Text>{t('asked_clubs.text')}</Text>
      <DataTable
        caption={t('asked_clubs.title')}
        columns={[
          { key: 'name', header: t('asked_clubs.what'), main: true, cell: (row) => row.name },
          { key: 'kind', header: t('asked_clubs.kind'), cell: (row) => t(`asked_clubs.${row.kind}`) },
          { key: 'by', header: t('asked_clubs.by'), cell: (row) => row.asked_by ?? t('common.unknown') },
          { key: 'at', header: t('asked_clubs.at'), nowrap: true, cell: (row) => date(row.asked_at) },
        ]}
        rows={asked}
        idOf={(row) => row.id}
        nameOf={(row) => row.name}
        wideActions
        rowActions={(row) => (
          <Group gap="xs" wrap="nowrap" display="inline-flex">
            <Button
              variant="light"
              px="md"
              aria-label={t('asked_clubs.agree_named', { name: row.name })}
              onClick={() => answer(agree, row.id)}
            >
              {t('asked_clubs.agree')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              px="sm"
              aria-label={t('asked_clubs.decline_named', { name: row.name })}
              onClick={() => answer(decline, row.id)}
            >
              {t('asked_clubs.decline')}
            </Button>
          </Group>
        )}
      />
    </Stack>
  );
}
