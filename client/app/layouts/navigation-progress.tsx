import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './navigation-progress.module.css';

/** Along the upper edge of the window, from the press of a link until its screen is there. */
export function NavigationProgress() {
  const { t } = useTranslation();
  const loading = useRouterState({ select: (state) => state.isLoading });
  if (!loading) return null;
  return <div role="progressbar" aria-label={t('session.loading')} className={classes.line} />;
}
