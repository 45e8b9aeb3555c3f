import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { firstUpcomingDate } from '#server/contract/past-events.ts';

/**
 * The first date an event may get: that of an event which is not past; empty text where the installation allows past events,
 * as it is before every date. The date that the event already has stays allowed.
 */
export function useEarliestDate(current?: string): string {
  const allowsPast = usePublicSettings().settings?.allow_past_events ?? false;
  const today = useToday();
  if (allowsPast) return '';
  const first = firstUpcomingDate(today);
  return current !== undefined && current < first ? current : first;
}
