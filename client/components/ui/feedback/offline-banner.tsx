import { useTranslation } from 'react-i18next';
import { useIsOnline } from '#client/hooks/use-is-online.ts';
import classes from './banner.module.css';

/** Shown while the connection is lost. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useIsOnline();
  return (
    <div role="status" className={online ? undefined : classes.banner}>
      {online ? null : t('shell.no_connection')}
    </div>
  );
}
