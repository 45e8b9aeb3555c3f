import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QuotaMeter } from '#client/components/ui/quota-meter.tsx';
import type { UploadItem } from '#client/lib/upload/queue.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { useQuotasOfGallery } from '../api/quotas-of-gallery.ts';

interface UploadQuotasProps {
  galleryId: string;
  items: readonly UploadItem[];
  running: boolean;
}

/** The room that clubs with a quota have for photos, and before they are sent whether they fit. Else nothing. */
export function UploadQuotas({ galleryId, items, running }: UploadQuotasProps) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const quotas = useQuotasOfGallery(galleryId, running);
  const waiting = items.filter(({ status }) => status === 'pending');
  const needed = waiting.reduce((sum, { file }) => sum + file.size, 0);
  const short = running ? undefined : quotas.find((club) => needed > club.quota_bytes - club.bytes);
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
      {short && needed > 0 && (
        <Alert color="yellow" role="status">
          {t('storage_usage.quota_short', {
            needed: bytes(needed),
            club: short.name,
            left: bytes(Math.max(short.quota_bytes - short.bytes, 0)),
          })}
        </Alert>
      )}
    </>
  );
}
