import { useTranslation } from 'react-i18next';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { PrintedQrCode } from '#client/components/ui/elements/qr-code.tsx';
import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { addressOf, parentsOf, personOf } from './invitation-labels.ts';
import classes from './invitation-slips.module.css';

const SLIPS_PER_PAGE = 12;
/** With its "For the parents of"; longer ones would take the room of the text below. */
const LONG_NAME = 48;

interface InvitationSlipsProps {
  club: string;
  /** One slip each; an invitation for anybody fills a page. */
  invitations: readonly Invitation[];
  onDone: () => void;
}

/** Slips to cut out, twelve on a page. */
export function InvitationSlips({ club, invitations, onDone }: InvitationSlipsProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const whoseSlip = (slip: Invitation) => parentsOf(t, slip) || personOf(slip);
  const slips = invitations.flatMap((one) =>
    one.url === null ? [] : one.max_uses === 1 ? [one] : Array<Invitation>(SLIPS_PER_PAGE).fill(one),
  );
  const pages = Array.from({ length: Math.ceil(slips.length / SLIPS_PER_PAGE) }, (_, page) =>
    slips.slice(page * SLIPS_PER_PAGE, (page + 1) * SLIPS_PER_PAGE),
  );
  return (
    <PrintSheet paper="A4" onDone={onDone}>
      {pages.map((page, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same invitation may fill a page, and the order never changes
        <section key={number} className={classes.page}>
          {page.map((slip, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <article key={place} className={classes.slip}>
              <PrintedQrCode url={slip.url ?? ''} className={classes.code} />
              <div className={classes.text}>
                <div className={classes.club}>
                  <ClubAvatar name={club} size={26} />
                  <strong>{club}</strong>
                </div>
                <p className={classes.person} data-long={whoseSlip(slip).length > LONG_NAME || undefined}>
                  {whoseSlip(slip)}
                </p>
                <p>{t(slip.guardian_of ? 'invitations.slip_what_guardian' : 'invitations.slip_what')}</p>
                <p className={classes.until}>
                  {t('invitations.sheet_until', { date: date(slip.expires_at) })}
                </p>
              </div>
              <p className={classes.address}>{addressOf(slip.url ?? '')}</p>
            </article>
          ))}
        </section>
      ))}
    </PrintSheet>
  );
}
