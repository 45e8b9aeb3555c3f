import { useTranslation } from 'react-i18next';
import { CardGrid, CardGridSkeleton } from '#client/components/ui/data/card-grid.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { FilterBar, SearchField } from '#client/components/ui/forms/filter-bar.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useWaiting } from '#client/features/administration/dashboard/api/stats.ts';
import { useAdminClubs } from '#client/features/clubs/clubs/api/get-club.ts';
import { AdminClubCard } from '#client/features/clubs/clubs/components/admin-club-card.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters, useUrlText } from '#client/hooks/use-url-filters.ts';
import { IconShieldCog } from '#client/icons/shield-cog.ts';
import { useUser } from '#client/lib/session.ts';

export function MyClubsPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const user = useUser();
  const { filters } = useUrlFilters();
  const [text, setText] = useUrlText('q', 300);
  const { data, error, isPending, refetch } = useAdminClubs(user.id);
  const waiting = useWaiting(true).data?.clubs;
  const wanted = (filters.q ?? '').toLocaleLowerCase();
  const all = data?.admin_clubs ?? [];
  const shown = all.filter((club) => `${club.name} ${club.sport_type}`.toLocaleLowerCase().includes(wanted));
  return (
    <Page>
      <PageHeader title={t('my_clubs.title')} />
      {all.length > 0 && (
        <FilterBar result={t('clubs.found', { count: shown.length, n: number(shown.length) })}>
          <SearchField label={t('my_clubs.search')} value={text} onChange={setText} />
        </FilterBar>
      )}
      {error && !data && (
        <ErrorState title={t('my_clubs.load_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {isPending && <CardGridSkeleton height={224} count={3} />}
      {data && all.length === 0 && (
        <EmptyState
          icon={IconShieldCog}
          title={t('my_clubs.none')}
          text={t('my_clubs.none_text')}
          action={
            <ButtonLink to="/clubs" variant="default">
              {t('my_clubs.none_action')}
            </ButtonLink>
          }
        />
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState icon={IconShieldCog} title={t('my_clubs.none_found')} />
      )}
      <CardGrid label={t('my_clubs.title')}>
        {shown.map((club) => (
          <AdminClubCard key={club.id} club={club} waiting={waiting?.find(({ id }) => id === club.id)} />
        ))}
      </CardGrid>
    </Page>
  );
}
