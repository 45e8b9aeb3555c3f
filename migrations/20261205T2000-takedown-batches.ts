import { type Kysely, sql } from 'kysely';

/**
 * Requests to hide several photos: those of one batch are decided together and share a receipt. `hides` is false where the asker
 * was refused before; `asker_mac` is the keyed hash of a visitor's address, kept as long as the reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table takedown
    add column batch_id uuid,
    add column hides boolean not null default true,
    add column asker_mac bytea,
    drop constraint takedown_receipt_hash_key`.execute(db);
  await sql`create index takedown_receipt_hash on takedown (receipt_hash)`.execute(db);
  await sql`create index takedown_batch on takedown (batch_id) where batch_id is not null`.execute(db);
}
