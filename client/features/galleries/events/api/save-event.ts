import { trpc } from '#client/lib/trpc.ts';

export const useCreateEvent = () => trpc.events.create.useMutation();
export const useUpdateEvent = () => trpc.events.update.useMutation();
export const useDeleteEvent = () => trpc.events.delete.useMutation();
