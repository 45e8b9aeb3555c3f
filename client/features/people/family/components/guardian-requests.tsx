import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { GuardianRequest } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';

/** Clubs ask whether the viewer is a guardian. Empty where none does. */
export function GuardianRequests({ asked }: { asked: readonly GuardianRequest[] }) {
  if (asked.length === 0) return null;
  return (
    <Stack gap="md" mb="lg">
      {asked.map((one) => (
        <Request key={one.id} asked={one} />
      ))}
    </Stack>
  );
}

/** A yes leads to the questions about photos. A no is confirmed, because the club is told. */
function Request({ asked: { id, name, club_name, club_person_id } }: { asked: GuardianRequest }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { accept, leave } = useFamilyActions();
  const onError = useErrorToast(t('failed.guardians'));
  // The question is gone before the answer is back everywhere, and with it what its own callbacks would do.
  const sayYes = async () => {
    await accept.mutateAsync({ id });
    toast.success(t('family.accepted', { name }));
    await navigate({ to: '/family', hash: club_person_id });
  };
  const decline = async () => {
    const yes = await confirm({
      title: t('family.decline_title', { name }),
      body: t('family.decline_body', { club: club_name }),
      confirm: t('family.leave'),
    });
    if (!yes) return;
    await leave.mutateAsync({ id }).then(() => toast.success(t('family.declined', { name })), onError);
  };
  return (
    <Alert color="blue" title={t('family.asked_title', { name })} style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <Text size="sm">{t('family.asked_text', { club: club_name })}</Text>
        <Group gap="sm">
          <Button loading={accept.isPending} onClick={() => void sayYes().catch(onError)}>
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
