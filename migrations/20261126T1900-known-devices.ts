import { type Kysely, sql } from 'kysely';

/** The kinds of devices that each account has signed in with, as `device-of.ts` names them; those of sessions that are open begin the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column known_devices text[] not null default '{}'`.execute(db);
  await sql`update app_user set known_devices = seen.devices
    from (
      select user_id, array_agg(distinct concat_ws(', ', browser, system)) as devices
      from session group by user_id
    ) seen
    where seen.user_id = app_user.id`.execute(db);
}
