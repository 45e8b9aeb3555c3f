import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QuotaMeter } from '#client/components/ui/data/quota-meter.tsx';
import { useClubQuota } from '../api/club-quota.ts';

/** How much of its quota a club uses; nothing where it has none. */
export function ClubQuota({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { data: quota } = useClubQuota(clubId);
  if (!quota) return null;
  return (
    <Box maw={480}>
      <QuotaMeter label={t('storage_usage.title')} bytes={quota.bytes} quotaBytes={quota.quota_bytes} />
    </Box>
  );
}
