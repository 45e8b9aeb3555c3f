import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { ReserveSpace } from '#client/components/ui/feedback/reserve-space.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useAdminStats } from '#client/features/administration/admin/api/admin-stats.ts';
import { ProcessesLine } from '#client/features/administration/admin/components/processes-line.tsx';
import { StatCard } from '#client/features/administration/admin/components/stat-card.tsx';
import { useBackupStatus } from '#client/features/administration/backups/api/backup-status.ts';
import { useAnalysesSummary } from '#client/features/faces/recognition/api/analyses.ts';
import { AuditTrail } from '#client/features/platform/audit/components/audit-trail.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconFaceId } from '#client/icons/face-id.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconMoodSmile } from '#client/icons/mood-smile.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconShield } from '#client/icons/shield.ts';
import { IconUsers } from '#client/icons/users.ts';
import classes from './admin-page.module.css';

export function AdminPage() {
  const { t } = useTranslation();
  const { bytes, dateTime } = useFormat();
  const { data: stats, error, refetch } = useAdminStats();
  // A failure is not shown: the card then has no numbers.
  const { data: summary } = useAnalysesSummary();
  const { data: backups } = useBackupStatus();
  const database = !stats || stats.database === 'embedded' ? 'embedded' : 'server';
  return (
    <Page>
      <PageHeader
        title={t('admin.title')}
        facts={
          <>
            <ReserveSpace known={stats !== undefined}>
              {t('admin.running', {
                database: t(`admin.database.${database}`),
                since: dateTime(stats?.started_at ?? new Date().toISOString()),
              })}
            </ReserveSpace>
            <ReserveSpace known={backups !== undefined}>
              <AnchorLink to="/admin/settings" hash="backup">
                {backups?.made_at
                  ? t('backups.made', { when: dateTime(backups.made_at) })
                  : t('backups.none')}
              </AnchorLink>
            </ReserveSpace>
          </>
        }
      />
      <ProcessesLine processes={stats?.processes} />
      {error && !stats && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className={classes.cards} aria-label={t('admin.title')}>
        <StatCard
          icon={IconFaceId}
          title={t('admin.faces')}
          figures={[
            { label: t('admin.queue'), value: summary?.queue_depth },
            { label: t('admin.failed'), value: summary?.failed, alarm: (summary?.failed ?? 0) > 0 },
            { label: t('admin.completed'), value: summary?.completed_last_24h },
          ]}
          foot={<AnchorLink to="/admin/face-recognition">{t('admin.faces_link')}</AnchorLink>}
        />
        <StatCard
          icon={IconUsers}
          title={t('admin.users')}
          figures={[
            { label: t('admin.users_total'), value: stats?.users },
            { label: t('admin.users_active'), value: stats?.active_users },
          ]}
          foot={<AnchorLink to="/users">{t('admin.users_link')}</AnchorLink>}
        />
        <StatCard
          icon={IconShield}
          title={t('admin.clubs')}
          figures={[
            { label: t('admin.clubs_total'), value: stats?.clubs },
            { label: t('admin.events_total'), value: stats?.events },
            { label: t('admin.pending_requests'), value: stats?.pending_requests },
          ]}
          foot={<AnchorLink to="/clubs">{t('admin.clubs_link')}</AnchorLink>}
        />
        <StatCard
          icon={IconPhoto}
          title={t('admin.galleries')}
          figures={[
            { label: t('admin.galleries_total'), value: stats?.galleries },
            { label: t('admin.photos_total'), value: stats?.photos },
            { label: t('admin.originals'), value: stats && bytes(stats.original_bytes) },
          ]}
          foot={
            <Group gap="lg">
              <AnchorLink to="/admin/gallery">{t('admin.galleries_link')}</AnchorLink>
              <AnchorLink to="/admin/storage">{t('admin.storage_link')}</AnchorLink>
            </Group>
          }
        />
        <StatCard
          icon={IconMoodSmile}
          title={t('admin.people')}
          figures={[
            { label: t('admin.faces_total'), value: stats?.faces },
            { label: t('admin.people_total'), value: stats?.people },
            { label: t('admin.named_total'), value: stats?.named_people },
          ]}
          foot={<AnchorLink to="/admin/gallery">{t('admin.galleries_link')}</AnchorLink>}
        />
        <StatCard
          icon={IconLink}
          title={t('admin.links')}
          figures={[
            { label: t('admin.links_total'), value: stats?.share_links },
            { label: t('admin.views_total'), value: stats?.link_views },
          ]}
          foot={t('admin.links_text')}
        />
      </ul>
      <Section title={t('audit.title')} stacked>
        <AuditTrail />
      </Section>
    </Page>
  );
}
