import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { Family } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';

/** A club asks whether the viewer is a guardian. */
export function GuardianRequest({ asked: { id, name, club_name } }: { asked: Family['asked'][number] }) {
  const { t } = useTranslation();
  const { accept, leave } = useFamilyActions();
  const onError = useErrorToast(t('failed.guardians'));
  return (
    <Alert color="blue" title={t('family.asked_title', { name })}>
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
          <Button
            variant="default"
            loading={leave.isPending}
            onClick={() =>
              leave.mutate(
                { id },
                { onSuccess: () => toast.success(t('family.declined', { name })), onError },
              )
            }
          >
            {t('family.asked_no')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
