import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { AdminStats } from '#server/contract/schemas/stats.ts';

/** How many processes answer and how many work in the background; nothing where one process does both. */
export function ProcessesLine({ processes }: { processes: AdminStats['processes'] | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (!processes) return null;
  const { web, workers, workers_since } = processes;
  if (!workers_since) return <Alert color="yellow">{t('admin.no_worker')}</Alert>;
  return <Text size="sm">{t('admin.processes', { web, workers, since: dateTime(workers_since) })}</Text>;
}
