import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '#client/components/ui/data/card.tsx';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { AnchorLink, ButtonLink } from '#client/components/ui/elements/links.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { WaitingAtClub } from '#server/contract/schemas/stats.ts';
import classes from './club-card.module.css';
import { ClubCardSummary } from './club-card-summary.tsx';

interface AdminClubCardProps {
  club: Club;
  /** Who waits for an answer; undefined: nobody does. */
  waiting: WaitingAtClub | undefined;
}

/** A club as its administrator sees it: who waits for an answer, and a link to manage it. */
export function AdminClubCard({ club, waiting }: AdminClubCardProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  return (
    <Card
      mark={<ClubAvatar name={club.name} size={64} />}
      name={
        <AnchorLink inherit c="inherit" to="/clubs/$clubId" params={{ clubId: club.id }}>
          {club.name}
        </AnchorLink>
      }
      facts={
        <>
          <ClubCardSummary club={club} />
          {club.admin_since && (
            <p className={classes.facts}>{t('my_clubs.since', { date: date(club.admin_since) })}</p>
          )}
        </>
      }
    >
      <p className={classes.description}>{club.description || t('clubs.no_description')}</p>
      <div className={classes.foot}>
        {(['requests', 'claims', 'erasures'] as const).map((of) => {
          const count = waiting?.[of] ?? 0;
          return (
            count > 0 && (
              <Link
                key={of}
                to="/clubs/$clubId/manage"
                params={{ clubId: club.id }}
                search={{ tab: of === 'requests' ? 'requests' : 'people' }}
                className={classes.waiting}
              >
                <StatusBadge tone="waiting">
                  {t(`manage_club.${of}_wait`, { count, n: number(count) })}
                </StatusBadge>
              </Link>
            )
          );
        })}
        <div className={classes.actions}>
          <ButtonLink
            to="/clubs/$clubId/manage"
            params={{ clubId: club.id }}
            aria-label={t('my_clubs.manage_named', { name: club.name })}
          >
            {t('my_clubs.manage')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
