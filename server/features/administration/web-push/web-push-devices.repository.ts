import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { fallbackLanguage, type LanguageCode, languageCodes } from '#server/contract/languages.ts';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { isFamily } from '#server/visibility/is-family.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** Whether a device, alias `d`, is one that its account is signed in on. */
const isSignedIn = (now: Date) => sql<boolean>`exists (
  select from session s join app_user u on u.id = s.user_id
  where s.id = d.session_id and s.user_id = d.user_id and s.revoked_at is null and s.expires_at > ${now}::timestamptz
    and u.is_active)`;

/** Whether somebody of an account's family agreed to be found. */
const isAnybodyFound = (account: RawBuilder<unknown>, today: string) => sql<boolean>`exists (
  select from club_person cp
  where cp.id in (
      select own.id from club_person own where own.user_id = ${account}
      union all select care.club_person_id from guardianship care where care.user_id = ${account})
    and ${isFamily(account, today, 'cp')} and ${currentConsentOf(sql.ref('cp.id'), 'find', today)} = 'yes')`;

export async function isAnybodyFoundFor(db: Executor, userId: string, today: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${isAnybodyFound(sql`${userId}::uuid`, today)} as found`.execute(db);
  return rows[0]!.found;
}

export async function isDeviceTold(db: Executor, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('web_push_device')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

type NewDevice = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint_hash: Buffer;
  sealed: string;
  language: LanguageCode;
  created_at: Date;
};

/** A browser has one address, and belongs to whoever is signed in there. */
export async function putDevice(trx: Transaction<DB>, device: NewDevice): Promise<void> {
  await trx
    .deleteFrom('web_push_device')
    .where((eb) =>
      eb.or([eb('session_id', '=', device.session_id), eb('endpoint_hash', '=', device.endpoint_hash)]),
    )
    .execute();
  await trx.insertInto('web_push_device').values(device).execute();
}

/** How many others of an account are told. */
export async function countOtherDevices(
  trx: Transaction<DB>,
  { user_id, session_id, endpoint_hash }: NewDevice,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    select count(*)::int as devices from web_push_device d
    where d.user_id = ${user_id}::uuid and d.session_id <> ${session_id}::uuid and d.endpoint_hash <> ${endpoint_hash}
      and ${isSignedIn(now)}`.execute(trx);
  return rows[0]!.devices;
}

export async function removeDeviceOf(db: Executor, sessionId: string): Promise<void> {
  await db.deleteFrom('web_push_device').where('session_id', '=', sessionId).execute();
}

export async function removeDevice(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('web_push_device').where('id', '=', id).execute();
}

/**
 * Ends those whose session ended, or whose account has nobody any more who agreed to be found: who agrees again later has not asked to
 * be told. All, where the installation tells no phones.
 */
export async function removeEndedDevices(
  db: Executor,
  { isOn, now, today }: { isOn: boolean; now: Date; today: string },
): Promise<void> {
  await sql`delete from web_push_device d
    where not ${sql.lit(isOn)} or not ${isSignedIn(now)} or not ${isAnybodyFound(sql.ref('d.user_id'), today)}`.execute(
    db,
  );
}

export type ToldDevice = { id: string; sealed: string; language: LanguageCode; created_at: Date };

/** Of an account, those where it is signed in. */
export async function listDevices(db: Executor, userId: string, now: Date): Promise<ToldDevice[]> {
  const { rows } = await sql<Omit<ToldDevice, 'language'> & { language: string }>`
    select d.id, d.sealed, d.language, d.created_at from web_push_device d
    where d.user_id = ${userId}::uuid and ${isSignedIn(now)} order by d.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    language: languageCodes.find((code) => code === row.language) ?? fallbackLanguage,
  }));
}

/**
 * Notes that a device is told this evening, before it is: whoever is killed in between tells it no more, and nobody tells it twice.
 * @returns false where it was noted before, or where nobody is signed in any more
 */
export async function claimDevice(
  db: Executor,
  { id, day, now }: { id: string; day: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update web_push_device d set told_on = ${day}::date
    where d.id = ${id}::uuid and d.told_on is distinct from ${day}::date and ${isSignedIn(now)}`.execute(db);
  return numAffectedRows === 1n;
}

/** The service did not take the message: the device may be told later in the evening. */
export async function releaseDevice(db: Executor, id: string): Promise<void> {
  await db.updateTable('web_push_device').set({ told_on: null }).where('id', '=', id).execute();
}
