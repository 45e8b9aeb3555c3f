import { useTranslation } from 'react-i18next';
import classes from './loading-screen.module.css';
import { LogoMark } from './logo.tsx';

/** Fills the window while the session is being restored or the server is unreachable. */
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
