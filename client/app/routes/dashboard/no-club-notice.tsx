import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { ReserveSpace } from '#client/components/ui/feedback/reserve-space.tsx';
import { useDashboardStats } from '#client/features/administration/dashboard/api/stats.ts';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconShield } from '#client/icons/shield.ts';
import { useUser } from '#client/lib/session.ts';
import classes from '../dashboard-page.module.css';

/** Shown to users without a club: most galleries are visible to club members only. */
export function NoClubNotice() {
  const user = useUser();
  // The session is known at once; the statistics are more recent.
  const { data } = useDashboardStats();
  const clubs = data?.clubs_joined ?? user.clubs.length;
  if (clubs > 0 || user.roles.some((role) => role !== 'member')) return null;
  return <FindClub />;
}

/** Leads to the clubs, and says at which a request to join waits. */
function FindClub() {
  const { t } = useTranslation();
  const { list } = useFormat();
  const { data, isLoading } = useClubs();
  const asked =
    data?.clubs.filter(({ user_membership_status }) => user_membership_status === 'pending') ?? [];
  return (
    <section className={classes.first} aria-label={t('dashboard.find_clubs')}>
      <IconShield size={24} stroke={1.6} className={classes.sign} />
      <div className={classes.words}>
        <p className={classes.lead}>
          <ReserveSpace known={!isLoading}>
            {asked.length > 0
              ? t('dashboard.request_waits', { club: list(asked.map(({ name }) => name)) })
              : t('dashboard.no_clubs')}
          </ReserveSpace>
        </p>
        <p className={classes.why}>{t('dashboard.no_club_text')}</p>
      </div>
      <ButtonLink to="/clubs">{t('dashboard.find_clubs')}</ButtonLink>
    </section>
  );
}
