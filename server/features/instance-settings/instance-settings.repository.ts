import type { Kysely, Transaction } from 'kysely';
import { AppError } from '#server/contract/errors.ts';
import type { InstanceSettings } from '#server/contract/schemas/instance-settings.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const defaults: InstanceSettings = { registration: 'open', allow_past_events: false };

export async function getInstanceSettings(db: Executor): Promise<InstanceSettings> {
  const row = await db
    .selectFrom('instance_setting')
    .select(['registration', 'allow_past_events'])
    .executeTakeFirst();
  return row ?? defaults;
}

export async function saveInstanceSettings(trx: Transaction<DB>, settings: InstanceSettings): Promise<void> {
  await trx
    .insertInto('instance_setting')
    .values({ ...settings, updated_at: new Date() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...settings, updated_at: new Date() }))
    .execute();
}

/** @throws AppError registration_by_invitation or registration_closed */
export async function requireOpenRegistration(db: Executor): Promise<void> {
  const { registration } = await getInstanceSettings(db);
  if (registration === 'invitation') throw new AppError('registration_by_invitation');
  if (registration === 'closed') throw new AppError('registration_closed');
}
