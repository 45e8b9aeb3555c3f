import { trpc } from '#client/lib/trpc.ts';

/** Where the viewer is signed in, and how that ends. */
export function useOpenSessions() {
  const utils = trpc.useUtils();
  const refresh = { onSuccess: () => utils.auth.sessions.invalidate() };
  return {
    list: trpc.auth.sessions.useQuery(),
    end: trpc.auth.endSession.useMutation(refresh),
    endOthers: trpc.auth.endOtherSessions.useMutation(refresh),
  };
}
