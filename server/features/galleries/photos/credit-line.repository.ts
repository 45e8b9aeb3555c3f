import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { creditText } from '#server/contract/credit-text.ts';
import type { CreditLine, creditLineInput } from '#server/contract/schemas/photos.ts';
import { chunks } from '#server/db/chunks.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { blurredFolder, publicCopyFolder } from '#server/storage/storage-keys.ts';

/** The line that an account chose to be credited by; null while it has written none. It is copied when a photo is uploaded. */
export const creditLineOf = (userId: string): RawBuilder<string | null> =>
  sql<string | null>`(select credit_line from app_user where id = ${userId}::uuid)`;

/** The line of an account, and whether photos carry one that it had. */
export async function getCreditLine(db: Kysely<DB>, userId: string): Promise<CreditLine> {
  return db
    .selectFrom('app_user')
    .select([
      'credit_line',
      sql<boolean>`exists (select 1 from photo where uploaded_by = app_user.id and photo.credit_line is not null)`.as(
        'is_in_photos',
      ),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** For photos uploaded from now on. Addresses and telephone numbers are left out; '' writes none. @throws AppError edit_conflict */
export async function setCreditLine(
  db: Kysely<DB>,
  userId: string,
  { credit_line: line, seen }: z.output<typeof creditLineInput>,
): Promise<void> {
  const credit_line = creditText(line) || null;
  await db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, { credit_line }, () =>
      trx
        .selectFrom('app_user')
        .select('credit_line')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirst(),
    );
    await trx.updateTable('app_user').set({ credit_line }).where('id', '=', userId).execute();
  });
}

const PHOTOS_PER_JOB = 200;

/** Takes the line out of the account and of all its photos, and removes the copies that were made with it. */
export async function forgetCreditLine(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  userId: string,
): Promise<void> {
  await trx.updateTable('app_user').set({ credit_line: null }).where('id', '=', userId).execute();
  const photos = await trx
    .updateTable('photo')
    .set({ credit_line: null })
    .where('uploaded_by', '=', userId)
    .where('credit_line', 'is not', null)
    .returning('id')
    .execute();
  await sql`update deleted_photo set snapshot = jsonb_set(snapshot, '{photo,0,credit_line}', 'null')
    where uploaded_by = ${userId}::uuid and snapshot -> 'photo' -> 0 ->> 'credit_line' is not null`.execute(
    trx,
  );
  const copies = [...chunks(photos, PHOTOS_PER_JOB)].map((some) => ({
    keys: some.flatMap(({ id }) => [publicCopyFolder(id), blurredFolder(id)]),
  }));
  await jobs.enqueue(trx, 'remove-files', copies);
}
