import { sql } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type {
  ChosenSettings,
  updateInstallationSettingsInput,
} from '#server/contract/schemas/installation-settings.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import { hasSecondFactor } from '#server/features/accounts/auth/second-factor-duty.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { fromTo, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { settlePastEvents } from './ask-for-past-events.ts';
import { getInstallationSettings, saveInstallationSettings } from './installation-settings.repository.ts';

const lockNumber = 5_025_839_712;

/**
 * Writes the sent settings and tells open pages; the activity log keeps what they were before.
 * @throws AppError own_second_factor_first, edit_conflict
 */
export async function updateInstallationSettings(
  ctx: Needs<'db' | 'bus' | 'clock' | 'relyingParty'> & { viewer: SignedIn },
  { seen, ...input }: z.output<typeof updateInstallationSettingsInput>,
): Promise<ChosenSettings> {
  const { settings, isChanged, settled } = await ctx.db.transaction().execute(async (trx) => {
    // There may be no row to lock yet; two changes at once are made one after the other.
    await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(trx);
    const before = await getInstallationSettings(trx);
    await requireAsSeen(seen, input, async () => before);
    const settings = { ...before, ...definedFields(input) };
    const changed = (Object.keys(settings) as (keyof ChosenSettings)[]).filter(
      (key) => settings[key] !== before[key],
    );
    if (changed.length === 0) return { settings: before, isChanged: false, settled: [] };
    // Whoever requires it of others must not be locked out a week later.
    const isNowRequired =
      changed.includes('admin_second_factor') && settings.admin_second_factor === 'required';
    if (isNowRequired && !(await hasSecondFactor(ctx, trx, ctx.viewer)))
      throw new AppError('own_second_factor_first');
    await saveInstallationSettings(trx, settings, ctx.clock.now());
    await recordAudit(trx, ctx.viewer, {
      action: 'settings.update',
      target: { kind: 'instance_settings', id: null, name: '' },
      params: fromTo(before, Object.fromEntries(changed.map((key) => [key, settings[key]]))),
    });
    const settled = settings.allow_past_events ? await settlePastEvents(ctx, trx) : [];
    return { settings, isChanged: true, settled };
  });
  if (isChanged) ctx.bus.publish({ topic: 'settings', kind: 'changed' });
  publishNotifications(ctx.bus, settled);
  return settings;
}
