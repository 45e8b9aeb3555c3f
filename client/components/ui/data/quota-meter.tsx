import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { isNearlyFull } from '#server/contract/quota-notices.ts';
import { ProgressBar } from './progress-bar.tsx';
import classes from './quota-meter.module.css';

interface QuotaMeterProps {
  label: string;
  bytes: number;
  quotaBytes: number;
}

/** How much of a quota is used. */
export function QuotaMeter({ label, bytes: usedBytes, quotaBytes }: QuotaMeterProps) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const warning = isNearlyFull(usedBytes, quotaBytes);
  return (
    <div className={classes.meter}>
      <p className={classes.line}>
        <span>{label}</span>
        <span className={classes.used} data-warning={warning || undefined}>
          {t('storage_usage.quota_used', { used: bytes(usedBytes), quota: bytes(quotaBytes) })}
        </span>
      </p>
      <ProgressBar label={label} share={Math.min(usedBytes / quotaBytes, 1)} warning={warning} />
    </div>
  );
}
