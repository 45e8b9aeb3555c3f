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
};

export async function getInstallationSettings(db: Executor): Promise<ChosenSettings> {
  const row = await db
    .selectFrom('instance_setting')
    .select(['name', 'registration', 'allow_past_events', 'link_months', 'bin_days'])
    .executeTakeFirst();
  return row ?? defaults;
}

export async function saveInstallationSettings(
  trx: Transaction<DB>,
  settings: ChosenSettings,
): Promise<void> {
  await trx
    .insertInto('instance_setting')
    .values({ ...settings, updated_at: new Date() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...settings, updated_at: new Date() }))
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
