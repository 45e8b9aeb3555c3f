import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const eventQuery = (utils: Utils, id: string) => utils.events.get.queryOptions({ id });

export function useEvent(id: string) {
  return useQuery(eventQuery(trpc.useUtils(), id));
}
