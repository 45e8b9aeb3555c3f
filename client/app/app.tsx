import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '#client/components/ui/feedback/loading-screen.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useFocusInvalid } from '#client/hooks/use-focus-invalid.ts';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { useReauthentication } from '#client/lib/reauthentication.ts';
import { refuseStrayFiles } from '#client/lib/refuse-stray-files.ts';
import { subscribeSession, useSession } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { AppRouter } from './router.tsx';

const ReauthenticationDialog = lazyPart(() =>
  withAllTexts(() => import('#client/features/accounts/auth/components/reauthentication-dialog.tsx')).then(
    (m) => ({
      default: m.ReauthenticationDialog,
    }),
  ),
);

const SecondFactorNeeded = lazyPart(() =>
  withAllTexts(() => import('./routes/second-factor-needed.tsx')).then((m) => ({
    default: m.SecondFactorNeeded,
  })),
);

/** Renders the routes once the session is known. */
export function App({ router }: { router: AppRouter }) {
  const { status, problem, user } = useSession();
  const answerReauthentication = useReauthentication();
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const { t } = useTranslation();
  useFocusInvalid();
  useEffect(refuseStrayFiles, []);

  useEffect(() => {
    return subscribeSession((now, before) => {
      if (before.user?.id === now.user?.id) return;
      // Cached data of one user must not be visible to the next one.
      queries.clear();
      // Without its provider the router would load the screen in vain, and show that later.
      if (!now.user?.second_factor_advice?.is_needed) void router.invalidate();
      if (before.ended === 'replaced' && now.user)
        toast.info(t('session.replaced', { name: now.user.full_name }));
    });
  }, [queries, router, t]);

  if (status === 'loading') return <LoadingScreen />;
  if (status === 'offline') return <LoadingScreen problem={problem} />;
  return (
    <>
      {user?.second_factor_advice?.is_needed ? (
        <Suspense fallback={<LoadingScreen />}>
          <SecondFactorNeeded />
        </Suspense>
      ) : (
        <RouterProvider router={router} context={{ utils, queries }} />
      )}
      {answerReauthentication && user && (
        <Suspense>
          <ReauthenticationDialog onAnswer={answerReauthentication} />
        </Suspense>
      )}
    </>
  );
}
