import { Alert, Code, Skeleton, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { BackupStatus as Status } from '#server/contract/schemas/backups.ts';
import { useBackupStatus } from '../api/backup-status.ts';
import { BackUpNow } from './back-up-now.tsx';

/** When the server last made a backup, whether restoring it worked, and what failed. */
export function BackupStatus() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useBackupStatus();
  if (isPending) return <Skeleton h={120} />;
  if (error || !data)
    return <ErrorState title={t('failed.backup_status')} error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      {(data.is_set_up || data.latest) && <Health status={data} />}
      {data.is_set_up && <Figures status={data} />}
      {!data.is_set_up && <NotByItself />}
      <BackUpNow status={data} />
    </Stack>
  );
}

function NotByItself() {
  return (
    <Text c="dimmed">
      <Trans
        i18nKey="backups.off"
        components={{ folder: <Code>BACKUP_DIR</Code>, page: <Code>docs/operate/backup.md</Code> }}
      />
    </Text>
  );
}

function Health({ status: { latest, proven_at } }: { status: Status }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (!latest) return <Text>{t('backups.first')}</Text>;
  const reason = latest.error ?? latest.proof_error;
  if (reason !== null)
    return (
      <Alert color="red" title={t(latest.error ? 'backups.failed' : 'backups.not_restored')} w="100%">
        <Text size="sm">{t('backups.failed_at', { when: dateTime(latest.started_at) })}</Text>
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('backups.reason', { reason })}
        </Text>
        {proven_at && (
          <Text size="sm" mt={4}>
            {t('backups.proven', { when: dateTime(proven_at) })}
          </Text>
        )}
      </Alert>
    );
  if (latest.is_running) return <Text>{t('backups.running')}</Text>;
  if (!latest.finished_at)
    return <Alert color="yellow">{t('backups.interrupted', { when: dateTime(latest.started_at) })}</Alert>;
  return <Text fw={550}>{proven_at && t('backups.proven', { when: dateTime(proven_at) })}</Text>;
}

function Figures({ status: { latest, folder, at, keep } }: { status: Status }) {
  const { t } = useTranslation();
  const { number, bytes } = useFormat();
  const hasFigures = latest?.photos != null && latest.bytes != null;
  const size = `${number(latest?.photos ?? 0)} (${bytes(latest?.bytes ?? 0)})`;
  const photos: [string, string] = [t('backups.photos'), size];
  return (
    <>
      {hasFigures && latest.faulty_originals ? (
        <Alert color="yellow" w="100%">
          {t('backups.faulty', { count: latest.faulty_originals, n: number(latest.faulty_originals) })}
        </Alert>
      ) : null}
      <DescriptionList
        items={[
          [t('backups.where'), folder],
          [t('backups.at'), t('backups.at_daily', { at })],
          [t('backups.keep'), number(keep)],
          ...(hasFigures ? [photos] : []),
        ]}
      />
    </>
  );
}
