import type { Needs } from '#server/app-context.ts';
import { calendarDateOf } from '#server/clock.ts';
import { fieldError } from '#server/contract/app-error.ts';
import { addMonths, daysBetween } from '#server/contract/calendar-dates.ts';
import { type ExpiryNotice, passedNotice } from '#server/contract/expiry-notices.ts';
import { getInstallationSettings } from '#server/features/installation-settings/installation-settings.repository.ts';

type Dependencies = Needs<'db' | 'clock'>;

/**
 * The end of a link that was asked for: a calendar date means the end of that day in the server's time zone. Without one,
 * the latest day that the setting `link_months` allows; null, no end, where that is not set.
 * @throws AppError field_invalid for a day later than links may last here
 */
export async function resolveLinkExpiry(
  ctx: Dependencies,
  value: string | null | undefined,
): Promise<Date | null> {
  const { link_months } = await getInstallationSettings(ctx.db);
  const latest = link_months === null ? null : endOfDay(addMonths(ctx.clock.today(), link_months));
  if (value === null || value === undefined) return latest;
  const end = /^\d{4}-\d{2}-\d{2}$/.test(value) ? endOfDay(value) : new Date(value);
  if (latest && end > latest) throw fieldError('expires_at', 'Links may not last that long here');
  return end;
}

const endOfDay = (date: string): Date => new Date(`${date}T23:59:59.999`);

/** The notice of its end that a link begins with: those whose day has passed are not given. */
export const firstExpiryNotice = ({ clock }: Needs<'clock'>, end: Date | null): ExpiryNotice | null =>
  end && passedNotice(daysBetween(clock.today(), calendarDateOf(end)));
