import { useTranslation } from 'react-i18next';
import { useOutdated } from '#client/lib/outdated-tab.ts';
import classes from './banner.module.css';

/** Says that the server runs a newer version than this tab and offers to reload. */
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
