import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '#client/components/ui/elements/logo.tsx';
import { badAnswerOf, errorMessage } from '#client/lib/error-message.ts';
import classes from './loading-screen.module.css';

/** Fills the window while the session is being restored or the server is unreachable: says why. */
export function LoadingScreen({ problem }: { problem?: unknown }) {
  const { t } = useTranslation();
  const offline = problem !== undefined;
  return (
    <div className={classes.screen} role="status">
      <div className={classes.mark}>
        <LogoMark size={56} />
      </div>
      <p className={offline ? classes.offline : classes.hidden}>
        {offline ? whyOffline(t, problem) : t('session.loading')}
      </p>
    </div>
  );
}

/** A server that is away comes back; something in front of it that refuses does not stop by itself. */
function whyOffline(t: TFunction, problem: unknown): string {
  const status = badAnswerOf(problem)?.status ?? 0;
  return status >= 400 && status < 500 ? errorMessage(t, problem) : t('session.offline');
}
