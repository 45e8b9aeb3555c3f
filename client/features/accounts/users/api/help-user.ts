import { trpc } from '#client/lib/trpc.ts';

/** The link is returned once: the server stores only a hash. */
export const useCreateResetLink = () => trpc.users.createResetLink.useMutation();

/** Whether somebody has a second factor that could be removed, and whether it will be. */
export const useFactors = (id: string) => trpc.users.factors.useQuery({ id }, { staleTime: 0 });

export const useEndSessions = () => trpc.users.endSessions.useMutation();
