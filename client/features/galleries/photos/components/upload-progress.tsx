import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#client/components/ui/data/progress-bar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useIsOnline } from '#client/hooks/use-is-online.ts';
import type { UploadSummary } from '#client/lib/upload/summary.ts';
import classes from './upload-progress.module.css';

interface UploadProgressProps {
  summary: UploadSummary;
  running: boolean;
  speed: number;
}

/** Uploaded files; speed and remaining time while something moves. */
export function UploadProgress({ summary, running, speed }: UploadProgressProps) {
  const { t } = useTranslation();
  const { bytes, duration } = useFormat();
  const online = useIsOnline();
  const left = speed > 0 ? (summary.bytes - summary.sent) / speed : 0;
  return (
    <div className={classes.progress}>
      <div className={classes.line} role="status">
        <span className={classes.count}>
          {t('upload.summary', { done: summary.done, count: summary.total })}
        </span>
        {summary.failed > 0 && (
          <span className={classes.failed}>{t('upload.errors', { count: summary.failed })}</span>
        )}
        {summary.duplicates > 0 && (
          <span className={classes.quiet}>{t('upload.duplicates', { count: summary.duplicates })}</span>
        )}
        {summary.held > 0 && (
          <span className={classes.quiet}>{t('upload.held', { count: summary.held })}</span>
        )}
      </div>
      {(running || summary.done < summary.total) && (
        <ProgressBar label={t('upload.progress')} share={summary.share} />
      )}
      <p className={classes.quiet}>
        {running && !online
          ? t('upload.no_connection')
          : running && speed > 0
            ? t('upload.speed', { speed: bytes(speed), left: duration(left) })
            : bytes(summary.bytes)}
      </p>
    </div>
  );
}
