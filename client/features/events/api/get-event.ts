import { trpc } from '#client/lib/trpc.ts';

export function useEvent(id: string) {
  return trpc.events.get.useQuery({ id });
}
