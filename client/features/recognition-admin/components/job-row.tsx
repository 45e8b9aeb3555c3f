import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatusBadge, type Tone } from '#client/components/ui/status-badge.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import { errorCodes } from '#server/contract/errors.ts';
import type { faceJob, JobStatus } from '#server/contract/schemas/faces.ts';
import classes from './job-list.module.css';

export type Job = z.output<typeof faceJob>;

const tones: Record<JobStatus, Tone> = {
  processing: 'info',
  queued: 'info',
  pending: 'quiet',
  no_faces: 'quiet',
  failed: 'bad',
  completed: 'good',
};

/** The error of a photo, translated; an unknown code falls back to the server's message. */
function reasonOf(t: TFunction, job: Job): string {
  const code = errorCodes.find((known) => known === job.error_code);
  return code ? t(`errors.${code}`) : (job.error ?? '');
}

export function JobRow({ job, onRetry, busy }: { job: Job; onRetry: () => void; busy: boolean }) {
  const { t } = useTranslation();
  const { ago, dateTime } = useFormat();
  const when = job.completed_at ?? job.updated_at;
  return (
    <li className={classes.row}>
      <img className={classes.thumb} src={job.thumbnail_url} alt="" loading="lazy" decoding="async" />
      <div className={classes.words}>
        <span className={classes.name}>{job.filename}</span>
        <Link
          to="/admin/gallery/$galleryId"
          params={{ galleryId: job.gallery_id }}
          className={classes.gallery}
        >
          {job.gallery}
        </Link>
        {job.status === 'failed' && <span className={classes.reason}>{reasonOf(t, job)}</span>}
      </div>
      <div className={classes.state}>
        <StatusBadge tone={tones[job.status]}>{t(`recognition_admin.status.${job.status}`)}</StatusBadge>
        <span className={classes.facts}>
          <time dateTime={when} title={dateTime(when)}>
            {ago(when)}
          </time>
          {job.attempts > 1 && <span>{t('recognition_admin.attempts', { count: job.attempts })}</span>}
          {job.faces_detected !== null && job.status === 'completed' && (
            <span>{t('recognition_admin.faces_found', { count: job.faces_detected })}</span>
          )}
        </span>
        {job.status === 'failed' && (
          <Button
            variant="default"
            size="sm"
            loading={busy}
            aria-label={t('recognition_admin.retry_named', { name: job.filename })}
            onClick={onRetry}
          >
            {t('recognition_admin.retry')}
          </Button>
        )}
      </div>
    </li>
  );
}
