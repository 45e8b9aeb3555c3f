import { trpc } from '#client/lib/trpc.ts';

export const useCreatePhotographer = () => trpc.users.createPhotographer.useMutation();
