import { useTranslation } from 'react-i18next';
import { ReserveSpace } from '#client/components/ui/feedback/reserve-space.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useStorageOfClubs } from '#client/features/clubs/storage-usage/api/storage-usage.ts';
import { ClubsStorage } from '#client/features/clubs/storage-usage/components/clubs-storage.tsx';
import { PhotographersStorage } from '#client/features/clubs/storage-usage/components/photographers-storage.tsx';
import { useFormat } from '#client/hooks/use-format.ts';

/** How much room the photos take: in all, by club with its galleries, and by photographer. */
export function StoragePage() {
  const { t } = useTranslation();
  const { bytes, number } = useFormat();
  const { used, isPending } = useStorageOfClubs();
  return (
    <Page>
      <PageHeader
        title={t('storage_usage.title')}
        back="/admin"
        facts={
          <ReserveSpace known={used !== undefined}>
            {t('storage_usage.in_all', {
              count: used?.photos ?? 0,
              n: number(used?.photos ?? 0),
              bytes: bytes(used?.bytes ?? 0),
            })}
          </ReserveSpace>
        }
      />
      <Section title={t('storage_usage.by_club')} text={t('storage_usage.by_club_text')} stacked>
        <ClubsStorage />
      </Section>
      {/* It would move when the clubs above it arrive. */}
      {!isPending && (
        <Section title={t('storage_usage.by_photographer')} stacked>
          <PhotographersStorage />
        </Section>
      )}
    </Page>
  );
}
