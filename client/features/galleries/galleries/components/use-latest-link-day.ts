import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { addDays, addMonths } from '#server/contract/calendar-dates.ts';

/** The latest day on which a share link made now may end; undefined where the installation does not limit it. */
export function useLatestLinkDay(): string | undefined {
  const today = useToday();
  const months = usePublicSettings().settings?.link_months;
  return months ? addMonths(today, months) : undefined;
}

/** Days that a link made by one press is good for; long enough for everybody who was there. */
const PRESET_DAYS = 30;

/** The last day that a link gets by one press. */
export function usePresetLinkDay(): string {
  const preset = addDays(useToday(), PRESET_DAYS);
  const latest = useLatestLinkDay();
  return latest && latest < preset ? latest : preset;
}
