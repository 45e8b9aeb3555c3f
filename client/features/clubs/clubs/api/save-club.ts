import { trpc } from '#client/lib/trpc.ts';

export const useCreateClub = () => trpc.clubs.create.useMutation();
export const useUpdateClub = () => trpc.clubs.update.useMutation();
export const useDeleteClub = () => trpc.clubs.delete.useMutation();
