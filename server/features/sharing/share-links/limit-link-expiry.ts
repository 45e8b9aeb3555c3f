import type { Needs } from '#server/app-context.ts';
import { calendarDateOf } from '#server/clock.ts';
import { fieldError } from '#server/contract/app-error.ts';
import { addMonths, daysBetween, endOfDay } from '#server/contract/calendar-dates.ts';
import { type ExpiryNotice, passedNotice } from '#server/contract/expiry-notices.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';

type Dependencies = Needs<'db' | 'clock'>;

/**
 * The end of a link that was asked for: a calendar date means the end of that day in the server's time zone. Without one,
 * the latest day that the setting `link_months` allows; null, no end, where that is not set.
 * @throws AppError field_invalid for a day later than links may last here
 */
export async function limitLinkExpiry(
  ctx: Dependencies,
  value: string | null | undefined,
): Promise<Date | null> {
  const { link_months } = await getInstallationSettings(ctx.db);
  const latest = link_months === null ? null : endOfDay(addMonths(ctx.clock.today(), link_months));
  if (value === null || value === undefined) return latest;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const end = isDate ? endOfDay(value) : new Date(value);
  const slackMs = isDate ? 0 : timeZoneSlackMs;
  if (latest && end.getTime() > latest.getTime() + slackMs)
    throw fieldError('expires_at', 'Links may not last that long here');
  return end;
}

/** A browser sends the end of a day in its own time zone, which can come so much later than in the server's. */
const timeZoneSlackMs = dayMs;

/** The notice of its end that a link begins with: those whose day has passed are not given. */
export const firstExpiryNotice = ({ clock }: Needs<'clock'>, end: Date | null): ExpiryNotice | null =>
  end && passedNotice(daysBetween(clock.today(), calendarDateOf(end)));
