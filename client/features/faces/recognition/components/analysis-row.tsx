import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatusBadge, type Tone } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { errorCodes } from '#server/contract/error-codes.ts';
import type { AnalysisStatus, photoAnalysis } from '#server/contract/schemas/photo-analyses.ts';
import classes from './analysis-list.module.css';

export type PhotoAnalysis = z.output<typeof photoAnalysis>;

const tones: Record<AnalysisStatus, Tone> = {
  processing: 'info',
  queued: 'info',
  pending: 'quiet',
  no_faces: 'quiet',
  failed: 'bad',
  completed: 'good',
};

/** The error of a photo, translated; an unknown code falls back to the server's message. */
function reasonOf(t: TFunction, analysis: PhotoAnalysis): string {
  const code = errorCodes.find((known) => known === analysis.error_code);
  return code ? t(`errors.${code}`) : (analysis.error ?? '');
}

export function AnalysisRow({
  analysis,
  onRetry,
  busy,
}: {
  analysis: PhotoAnalysis;
  onRetry: () => void;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const { ago, dateTime } = useFormat();
  const when = analysis.completed_at ?? analysis.updated_at;
  return (
    <li className={classes.row}>
      <img className={classes.thumb} src={analysis.thumbnail_url} alt="" loading="lazy" decoding="async" />
      <div className={classes.words}>
        <span className={classes.name}>{analysis.filename}</span>
        <Link
          to="/admin/gallery/$galleryId"
          params={{ galleryId: analysis.gallery_id }}
          className={classes.gallery}
        >
          {analysis.gallery}
        </Link>
        {analysis.status === 'failed' && <span className={classes.reason}>{reasonOf(t, analysis)}</span>}
      </div>
      <div className={classes.state}>
        <StatusBadge tone={tones[analysis.status]}>{t(`recognition.status.${analysis.status}`)}</StatusBadge>
        <span className={classes.facts}>
          <time dateTime={when} title={dateTime(when)}>
            {ago(when)}
          </time>
          {analysis.attempts > 1 && <span>{t('recognition.attempts', { count: analysis.attempts })}</span>}
          {analysis.faces_detected !== null && analysis.status === 'completed' && (
            <span>{t('recognition.faces_found', { count: analysis.faces_detected })}</span>
          )}
        </span>
        {analysis.status === 'failed' && (
          <Button
            variant="default"
            size="sm"
            loading={busy}
            aria-label={t('recognition.retry_named', { name: analysis.filename })}
            onClick={onRetry}
          >
            {t('recognition.retry')}
          </Button>
        )}
      </div>
    </li>
  );
}
