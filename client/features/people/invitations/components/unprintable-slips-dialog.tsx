import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';

interface UnprintableSlipsDialogProps {
  clubId: string;
  /** Open invitations for one person each, some of them without a link that can be shown. */
  invitations: Invitation[];
  onClose: () => void;
  onPrint: (invitations: Invitation[]) => void;
  /** Called when all links that could not be shown have been replaced. */
  onReplaced: () => void;
}

/** How many slips cannot be printed and why; replaces their links at once. */
export function UnprintableSlipsDialog(props: UnprintableSlipsDialogProps) {
  const { clubId, invitations, onClose, onPrint, onReplaced } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { replaceUnknown } = useChangeInvitations();
  const onError = useErrorToast(t('failed.invitation_replace'));
  const printable = invitations.filter(({ url }) => url !== null);
  const missing = invitations.length - printable.length;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('invitations.unprintable', { count: missing, n: number(missing) })}
    >
      <Stack gap="md">
        <Text>{t('invitations.unprintable_why')}</Text>
        <Text>{t('invitations.unprintable_replace')}</Text>
        <Group gap="sm">
          <Button
            loading={replaceUnknown.isPending}
            onClick={() => replaceUnknown.mutate({ id: clubId }, { onSuccess: onReplaced, onError })}
          >
            {t('invitations.replace_all', { count: missing, n: number(missing) })}
          </Button>
          {printable.length > 0 && (
            <Button variant="default" onClick={() => onPrint(printable)}>
              {t('invitations.print_others', { count: printable.length, n: number(printable.length) })}
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
