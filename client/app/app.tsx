import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingScreen } from '#client/components/ui/loading-screen.tsx';
import { subscribeSession, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts';
import { router } from './router.tsx';

/** Renders the routes once the session is known. */
export function App() {
  const { status } = useSession();
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  useFocusInvalid();

  useEffect(() => {
    return subscribeSession((now, before) => {
      if (before.user?.id === now.user?.id) return;
      // Cached data of one user must not be visible to the next one.
      queries.clear();
      void router.invalidate();
    });
  }, [queries]);

  if (status === 'loading') return <LoadingScreen />;
  if (status === 'offline') return <LoadingScreen offline />;
  return <RouterProvider router={router} context={{ utils, queries }} />;
}
