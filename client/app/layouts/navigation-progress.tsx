import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './navigation-progress.module.css';

/** A progress bar at the top of the window while a screen is loading. */
export function NavigationProgress() {
  const { t } = useTranslation();
  const loading = useRouterState({ select: (state) => state.isLoading });
  if (!loading) return null;
  return <div role="progressbar" aria-label={t('session.loading')} className={classes.line} />;
}
