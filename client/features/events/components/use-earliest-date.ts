import { today } from '#client/lib/format.ts';
import { usePublicSettings } from '#client/lib/use-public-settings.ts';

/**
 * The first date an event may get: today, or any where the installation allows past events (empty text is before every
 * date). The date it already has stays allowed.
 */
export function useEarliestDate(current?: string): string {
  const allowsPast = usePublicSettings().settings?.allow_past_events ?? false;
  if (allowsPast) return '';
  return current !== undefined && current < today() ? current : today();
}
