import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QuotaMeter } from '#client/components/ui/data/quota-meter.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { UploadItem } from '#client/lib/upload/queue.ts';
import type { useQuotasOfGallery } from '../api/quotas-of-gallery.ts';

type Quota = ReturnType<typeof useQuotasOfGallery>[number];

interface UploadQuotasProps {
  quotas: readonly Quota[];
  items: readonly UploadItem[];
  tooSmall: Quota | undefined;
}

const neededBy = (items: readonly UploadItem[]): number =>
  items.filter(({ status }) => status === 'pending').reduce((sum, { file }) => sum + file.size, 0);

/** The first quota that has no room for the photos that wait. */
export const quotaTooSmall = (quotas: readonly Quota[], items: readonly UploadItem[]): Quota | undefined => {
  const needed = neededBy(items);
  return needed > 0 ? quotas.find((club) => needed > club.quota_bytes - club.bytes) : undefined;
};

/** The room that clubs with a quota have for photos, and before they are sent that they do not fit. Else nothing. */
export function UploadQuotas({ quotas, items, tooSmall }: UploadQuotasProps) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  return (
    <>
      {quotas.map((club) => (
        <QuotaMeter
          key={club.club_id}
          label={t('storage_usage.quota_of', { club: club.name })}
          bytes={club.bytes}
          quotaBytes={club.quota_bytes}
        />
      ))}
      {tooSmall && (
        <Alert color="yellow" role="status">
          {t('storage_usage.quota_short', {
            needed: bytes(neededBy(items)),
            club: tooSmall.name,
            left: bytes(Math.max(tooSmall.quota_bytes - tooSmall.bytes, 0)),
          })}
        </Alert>
      )}
    </>
  );
}
