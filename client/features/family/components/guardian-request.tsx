import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';

/** A club asks whether the viewer is a guardian. A no is confirmed, because the club is told. */
export function GuardianRequest({ asked: { id, name, club_name } }: { asked: Family['asked'][number] }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { accept, leave } = useFamilyActions();
  const onError = useErrorToast(t('failed.guardians'));
  const decline = async () => {
    const yes = await confirm({
      title: t('family.decline_title', { name }),
      body: t('family.decline_body', { club: club_name }),
      confirm: t('family.leave'),
    });
    if (yes)
      leave.mutate({ id }, { onSuccess: () => toast.success(t('family.declined', { name })), onError });
  };
  return (
    <Alert color="blue" title={t('family.asked_title', { name })} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <Text size="sm">{t('family.asked_text', { club: club_name })}</Text>
        <Group gap="sm">
          <Button
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(
                { id },
                { onSuccess: () => toast.success(t('family.accepted', { name })), onError },
              )
            }
          >
            {t('family.asked_yes')}
          </Button>
          <Button variant="default" loading={leave.isPending} onClick={() => void decline()}>
            {t('family.asked_no')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
