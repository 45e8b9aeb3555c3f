import { useTranslation } from 'react-i18next';
import classes from './loading-screen.module.css';
import { LogoMark } from './logo.tsx';

/** The whole window while the session is being restored, or while the server cannot be reached. */
export function LoadingScreen({ offline = false }: { offline?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.screen} role="status">
      <div className={classes.mark}>
        <LogoMark size={56} />
      </div>
      <p className={offline ? classes.offline : classes.hidden}>
        {offline ? t('session.offline') : t('session.loading')}
      </p>
    </div>
  );
}
