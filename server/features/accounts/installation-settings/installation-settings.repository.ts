import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { binDays } from '#server/contract/lifetimes.ts';
import type { ChosenSettings } from '#server/contract/schemas/installation-settings.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const defaults: ChosenSettings = {
  name: null,
  registration: 'open',
  allow_past_events: false,
  link_months: null,
  bin_days: binDays.standard,
  admin_second_factor: 'recommended',
  web_push: false,
  imprint_url: null,
  privacy_url: null,
};

export async function getInstallationSettings(db: Executor): Promise<ChosenSettings> {
  const row = await db
    .selectFrom('instance_setting')
    .select([
      'name',
      'registration',
      'allow_past_events',
      'link_months',
      'bin_days',
      'web_push',
      'imprint_url',
      'privacy_url',
      'second_factor_required_at',
    ])
    .executeTakeFirst();
  if (!row) return defaults;
  const { second_factor_required_at: requiredAt, ...chosen } = row;
  return { ...chosen, admin_second_factor: requiredAt ? 'required' : 'recommended' };
}

/** A second factor that was required before is so since then. */
export async function saveInstallationSettings(
  trx: Transaction<DB>,
  { admin_second_factor, ...settings }: ChosenSettings,
  now: Date,
): Promise<void> {
  const required = admin_second_factor === 'required' ? now : null;
  await trx
    .insertInto('instance_setting')
    .values({ ...settings, second_factor_required_at: required, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...settings,
        second_factor_required_at:
          required && eb.fn.coalesce('instance_setting.second_factor_required_at', eb.val(required)),
        updated_at: now,
      })),
    )
    .execute();
}

export async function getInstallationName(db: Executor): Promise<string> {
  return (await getInstallationSettings(db)).name ?? defaultInstallationName;
}

/** @throws AppError registration_by_invitation or registration_closed */
export async function requireOpenRegistration(db: Executor): Promise<void> {
  const { registration } = await getInstallationSettings(db);
  if (registration === 'invitation') throw new AppError('registration_by_invitation');
  if (registration === 'closed') throw new AppError('registration_closed');
}
