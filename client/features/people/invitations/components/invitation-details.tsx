import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { IconMail } from '#client/icons/mail.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { IconRefresh } from '#client/icons/refresh.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { toast } from '#client/lib/toast.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';
import { InvitationAddressDialog } from './invitation-address-dialog.tsx';
import classes from './invitation-details.module.css';
import { addressOf, labelOf } from './invitation-labels.ts';
import { InvitationPoster } from './invitation-poster.tsx';
import { InvitationSlips } from './invitation-slips.tsx';

interface ShownInvitationProps {
  club: Pick<Club, 'id' | 'name'>;
  invitation: Invitation;
  isNew: boolean;
  onChanged: (invitation: Invitation) => void;
  onClose: () => void;
}

/** One invitation in a dialog, which a print of it takes the place of. */
export function ShownInvitation({ club, invitation, isNew, onChanged, onClose }: ShownInvitationProps) {
  const [sheet, setSheet] = useState<'poster' | 'slips'>();
  if (sheet === 'poster')
    return <InvitationPoster club={club.name} invitation={invitation} onDone={onClose} />;
  if (sheet === 'slips')
    return <InvitationSlips club={club.name} invitations={[invitation]} onDone={onClose} />;
  return (
    <InvitationDetails
      clubId={club.id}
      invitation={invitation}
      isNew={isNew}
      onChanged={onChanged}
      onPrint={setSheet}
      onClose={onClose}
    />
  );
}

interface InvitationDetailsProps {
  clubId: string;
  invitation: Invitation;
  /** Just made: nothing that ends it stands where the pointer is. */
  isNew: boolean;
  /** Called with the invitation as it is after a change: under its new link, or with its mail. */
  onChanged: (invitation: Invitation) => void;
  onPrint: (sheet: 'poster' | 'slips') => void;
  onClose: () => void;
}

/** One invitation: its link as code and text, to copy, print, replace or revoke. */
function InvitationDetails(props: InvitationDetailsProps) {
  const { clubId, invitation, isNew, onChanged, onPrint, onClose } = props;
  const { t } = useTranslation();
  const { date } = useFormat();
  const confirm = useConfirm();
  const { replace, revoke, mail } = useChangeInvitations();
  const { settings } = usePublicSettings();
  const [correcting, setCorrecting] = useState(false);
  const failToReplace = useErrorToast(t('failed.invitation_replace'));
  const failToRevoke = useErrorToast(t('failed.invitation_revoke'));
  const name = labelOf(t, invitation);
  const { url, state, guardian_of } = invitation;
  const isPersonal = invitation.max_uses === 1;
  /** Made while the server sent no mails, for example. */
  const canMail = settings?.mail && state === 'open' && url && invitation.email && invitation.mail === null;
  const failToMail = useErrorToast(t('failed.invitation_mail'));
  const onMailed = (mailed: Invitation) => {
    toast.success(t('invitations.mail.waiting', { email: mailed.email ?? '' }));
    onChanged(mailed);
  };
  const ids = { id: clubId, invitation_id: invitation.id };

  const askReplace = async () => {
    const yes = await confirm({
      title: t('invitations.replace_title'),
      body: t(invitation.email ? 'invitations.replace_body_mail' : 'invitations.replace_body'),
      confirm: t('invitations.replace'),
    });
    if (!yes) return;
    replace.mutate(ids, {
      onSuccess: (replaced) => {
        toast.success(t('invitations.replaced'));
        onChanged(replaced);
      },
      onError: failToReplace,
    });
  };
  const askRevoke = async () => {
    const yes = await confirm({
      title: t('invitations.revoke_title'),
      body: t('invitations.revoke_body'),
      confirm: t('invitations.revoke'),
      danger: true,
    });
    if (!yes) return;
    revoke.mutate(ids, {
      onSuccess: () => {
        toast.success(t('invitations.revoked'));
        onClose();
      },
      onError: failToRevoke,
    });
  };

  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      <Stack gap="md">
        <Text>
          {t(`invitations.facts_${guardian_of ? 'guardian' : invitation.role}`, { child: guardian_of ?? '' })}{' '}
          {t(state === 'expired' ? 'invitations.ended_on' : 'invitations.until', {
            date: date(invitation.expires_at),
          })}{' '}
          {invitation.mail && t(`invitations.mail.${invitation.mail}`, { email: invitation.email ?? '' })}
        </Text>
        {state === 'open' && url && (
          <div className={classes.link}>
            <QrCode url={url} size={184} title={t('invitations.code_of', { name })} />
            <Stack gap="sm" align="flex-start" miw={0}>
              <p className={classes.address}>{addressOf(url)}</p>
              <CopyButton value={url} label={t('invitations.copy')} />
              {!isPersonal && (
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={18} />}
                  onClick={() => onPrint('poster')}
                >
                  {t('invitations.print_poster')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} />}
                onClick={() => onPrint('slips')}
              >
                {t(isPersonal ? 'invitations.print_slip' : 'invitations.print_slips')}
              </Button>
            </Stack>
          </div>
        )}
        {state === 'open' && !url && <Alert color="yellow">{t('invitations.link_unknown')}</Alert>}
        <Group gap="sm">
          {canMail && (
            <Button
              leftSection={<IconMail size={18} />}
              loading={mail.isPending}
              onClick={() => mail.mutate(ids, { onSuccess: onMailed, onError: failToMail })}
            >
              {t('invitations.send_mail')}
            </Button>
          )}
          {isPersonal && (
            <Button
              variant="default"
              leftSection={<IconPencil size={18} />}
              onClick={() => setCorrecting(true)}
            >
              {t(invitation.email ? 'invitations.correct_address' : 'invitations.add_address')}
            </Button>
          )}
          {!isNew && (
            <>
              <Button
                variant="default"
                leftSection={<IconRefresh size={18} />}
                loading={replace.isPending}
                onClick={() => void askReplace()}
              >
                {t(state === 'expired' ? 'invitations.renew' : 'invitations.replace')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={18} />}
                loading={revoke.isPending}
                onClick={() => void askRevoke()}
              >
                {t('invitations.revoke')}
              </Button>
            </>
          )}
        </Group>
        {state === 'open' && url && <AddressWarning url={url} />}
      </Stack>
      {correcting && (
        <InvitationAddressDialog
          clubId={clubId}
          invitation={invitation}
          onClose={() => setCorrecting(false)}
          onSaved={(saved) => {
            setCorrecting(false);
            onChanged(saved);
          }}
        />
      )}
    </Dialog>
  );
}
