import { useTranslation } from 'react-i18next';
import { PrintedQrCode } from '#client/components/ui/elements/qr-code.tsx';
import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useGalleryAccess } from '../api/gallery-access.ts';
import classes from './share-link-poster.module.css';

interface ShareLinkPosterProps {
  gallery: Pick<Gallery, 'id' | 'name' | 'event_name' | 'event_date'>;
  link: ShareLink;
  paper: 'A4' | 'A6';
  onDone: () => void;
}

/** A poster to print: title, QR code and address. */
export function ShareLinkPoster({ gallery, link, paper, onDone }: ShareLinkPosterProps) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const until = useUntil();
  const access = useGalleryAccess(gallery.id);
  // Clubs are shown on the poster; if they cannot be loaded, it is printed without them.
  if (access.isPending) return null;
  const clubs = [...(access.data?.event_clubs ?? []), ...(access.data?.additional_clubs ?? [])];
  return (
    <PrintSheet paper={paper} onDone={onDone}>
      <section className={classes.poster} data-paper={paper}>
        <p className={classes.clubs}>{clubs.map((club) => isolate(club.name)).join(' · ')}</p>
        <h1 className={classes.title}>{gallery.name}</h1>
        <p className={classes.event}>
          <bdi>{gallery.event_name}</bdi> · {longDate(gallery.event_date)}
        </p>
        <PrintedQrCode url={link.url} className={classes.code} />
        <p className={classes.call}>
          {t(link.scope === 'collect' ? 'share_links.poster_collect' : 'share_links.poster_call')}
        </p>
        <p className={classes.address}>{link.url.replace(/^https?:\/\//, '')}</p>
        <p className={classes.until}>
          {[
            link.expires_at && t('share_links.until', { date: until(link.expires_at) }),
            link.has_password && t('share_links.poster_password'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </section>
    </PrintSheet>
  );
}
