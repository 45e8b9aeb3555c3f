import { useTranslation } from 'react-i18next';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { PrintedQrCode } from '#client/components/ui/elements/qr-code.tsx';
import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { addressOf } from './invitation-labels.ts';
import classes from './invitation-poster.module.css';

interface InvitationPosterProps {
  club: string;
  invitation: Invitation;
  onDone: () => void;
}

/** One page to hang up: crest, name, what it is, code and address. */
export function InvitationPoster({ club, invitation, onDone }: InvitationPosterProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { url } = invitation;
  if (!url) return null;
  return (
    <PrintSheet paper="A4" onDone={onDone}>
      <section className={classes.poster}>
        <ClubAvatar name={club} size={150} />
        <h1 className={classes.title}>{club}</h1>
        <p className={classes.what}>{t('invitations.sheet_what')}</p>
        <PrintedQrCode url={url} className={classes.code} />
        <p className={classes.call}>{t('invitations.sheet_call')}</p>
        <p className={classes.address}>{addressOf(url)}</p>
        <p className={classes.until}>{t('invitations.sheet_until', { date: date(invitation.expires_at) })}</p>
      </section>
    </PrintSheet>
  );
}
