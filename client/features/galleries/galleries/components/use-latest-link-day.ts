import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { addMonths } from '#server/contract/calendar-dates.ts';

/** The latest day on which a share link made now may end; undefined where the installation does not limit it. */
export function useLatestLinkDay(): string | undefined {
  const today = useToday();
  const months = usePublicSettings().settings?.link_months;
  return months ? addMonths(today, months) : undefined;
}
