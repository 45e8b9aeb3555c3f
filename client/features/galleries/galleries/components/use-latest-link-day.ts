import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { addDays, addMonths } from '#server/contract/calendar-dates.ts';
import { presetLinkDays } from '#server/contract/lifetimes.ts';

/** The latest day on which a share link made now may end; undefined where the installation does not limit it. */
export function useLatestLinkDay(): string | undefined {
  const today = useToday();
  const months = usePublicSettings().settings?.link_months;
  return months ? addMonths(today, months) : undefined;
}

/** The last day that a link gets by one press. */
export function usePresetLinkDay(): string {
  const preset = addDays(useToday(), presetLinkDays);
  const latest = useLatestLinkDay();
  return latest && latest < preset ? latest : preset;
}
