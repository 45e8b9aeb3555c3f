import { trpc } from '#client/lib/trpc.ts';

export function useCreateEvent() {
  const utils = trpc.useUtils();
  return trpc.events.create.useMutation({ onSuccess: () => utils.events.invalidate() });
}

export function useUpdateEvent() {
  const utils = trpc.useUtils();
  return trpc.events.update.useMutation({ onSuccess: () => utils.events.invalidate() });
}

export function useDeleteEvent() {
  return trpc.events.delete.useMutation();
}
