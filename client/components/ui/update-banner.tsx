import { useTranslation } from 'react-i18next';
import { useOutdated } from '#client/lib/app-version.ts';
import classes from './connection-banner.module.css';

/** A newer version runs on the server than in this tab. Nothing is reloaded behind the reader's back. */
export function UpdateBanner() {
  const { t } = useTranslation();
  const outdated = useOutdated();
  return (
    <div role="status" className={outdated ? classes.banner : undefined}>
      {outdated && (
        <>
          {t('shell.outdated')}{' '}
          <button type="button" className={classes.action} onClick={() => window.location.reload()}>
            {t('shell.reload')}
          </button>
        </>
      )}
    </div>
  );
}
