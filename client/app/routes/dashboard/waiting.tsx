import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconHourglass } from '#client/icons/hourglass.ts';
import type { WaitingAtClub, WaitingInGallery } from '#server/contract/schemas/stats.ts';
import classes from '../dashboard-page.module.css';

interface WaitingProps {
  clubs: WaitingAtClub[];
  galleries: WaitingInGallery[];
}

/** Who waits for an answer of the viewer, and where it is given. */
export function Waiting({ clubs, galleries }: WaitingProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const words = (place: string, said: string) => ({
    className: classes.waiting,
    'aria-label': `${place}: ${said}`,
    children: said,
  });
  return (
    <section className={classes.first} aria-label={t('manage_club.waits_for_you')}>
      <IconHourglass size={24} stroke={1.6} className={classes.sign} />
      <ul className={classes.words}>
        {galleries.map(
          ({ id, name, refused }) =>
            refused > 0 && (
              <Row key={id} name={name}>
                <AnchorLink
                  to="/gallery/$galleryId"
                  params={{ galleryId: id }}
                  search={{ check: '1' }}
                  {...words(name, t('sharing_check.refused_wait', { count: refused, n: number(refused) }))}
                />
              </Row>
            ),
        )}
        {clubs.map(({ id, name, ...counts }) => (
          <Row key={id} name={name}>
            {(['requests', 'claims', 'erasures'] as const).map((of) => {
              const count = counts[of];
              return (
                count > 0 && (
                  <AnchorLink
                    key={of}
                    to="/clubs/$clubId/manage"
                    params={{ clubId: id }}
                    search={{ tab: of === 'requests' ? 'requests' : 'people' }}
                    {...words(name, t(`manage_club.${of}_wait`, { count, n: number(count) }))}
                  />
                )
              );
            })}
          </Row>
        ))}
        {galleries.map(
          ({ id, name, requests, guest_photos: sent, people }) =>
            requests + sent + people > 0 && (
              <Row key={id} name={name}>
                {requests > 0 && (
                  <AnchorLink
                    to="/gallery/$galleryId/takedowns"
                    params={{ galleryId: id }}
                    {...words(name, t('takedowns.open_requests', { count: requests, n: number(requests) }))}
                  />
                )}
                {people > 0 && (
                  <AnchorLink
                    to="/gallery/$galleryId"
                    params={{ galleryId: id }}
                    search={{ check: '1' }}
                    {...words(name, t('sharing_check.wait', { count: people, n: number(people) }))}
                  />
                )}
                {sent > 0 && (
                  <AnchorLink
                    to="/gallery/$galleryId/guest-photos"
                    params={{ galleryId: id }}
                    {...words(name, t('guest_photos.waiting', { count: sent, n: number(sent) }))}
                  />
                )}
              </Row>
            ),
        )}
      </ul>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className={classes.club}>
      <BreakableText text={name} />
      {children}
    </li>
  );
}
