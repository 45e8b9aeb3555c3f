import { trpc } from '#client/lib/trpc.ts';

/** Where the viewer is signed in, and how that ends. */
export function useOpenSessions() {
  return {
    list: trpc.auth.sessions.useQuery(),
    end: trpc.auth.endSession.useMutation(),
    endOthers: trpc.auth.endOtherSessions.useMutation(),
  };
}
