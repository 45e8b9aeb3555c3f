import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import {
  addDays,
  dueRetentionStep,
  type EndNotice,
  endNotices,
  type Retention,
} from '#server/contract/retention.ts';
import type { DB } from '#server/db/tables.ts';
import { listActiveClubAdminIds } from '#server/features/clubs/members.repository.ts';
import { notify, publishNotifications } from '#server/features/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/users/users.repository.ts';
import { deleteGalleryRows } from './delete-gallery.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'>;
type EndingGallery = Retention & {
  id: string;
  name: string;
  created_by: string | null;
  photographer_id: string | null;
};

/** Gives the notices of galleries that are kept until some day, and deletes those whose time is over. */
export async function endGalleries(ctx: Dependencies): Promise<void> {
  const today = ctx.clock.today();
  const { rows } = await sql<{ id: string }>`
    select id from gallery where kept_until <= ${addDays(today, endNotices[0])}::date order by kept_until, id`.execute(
    ctx.db,
  );
  for (const { id } of rows) await takeDueStep(ctx, id, today);
}

/** In one transaction for each gallery: the step is taken once, whatever else happens to the gallery. */
async function takeDueStep(ctx: Dependencies, id: string, today: string): Promise<void> {
  const done = await ctx.db.transaction().execute(async (trx) => {
    const gallery = await lockEnding(trx, id);
    const step = gallery && dueRetentionStep(gallery, today);
    if (!gallery || !step) return null;
    if (step !== 'end') return { notified: await giveNotice(ctx, trx, gallery, step, today) };
    await deleteGalleryRows(ctx, trx, gallery, { id: null, username: 'retention' });
    return { notified: [] };
  });
  if (!done) return;
  publishNotifications(ctx.bus, done.notified);
  ctx.bus.publish({ topic: `gallery:${id}`, kind: 'photos' });
}

async function lockEnding(trx: Transaction<DB>, id: string): Promise<EndingGallery | undefined> {
  const row = await trx
    .selectFrom('gallery')
    .select(['id', 'name', 'created_by', 'photographer_id', 'kept_until', 'end_notice', 'end_notice_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.kept_until ? { ...row, kept_until: row.kept_until } : undefined;
}

/** @returns the users to publish notifications to, after the commit */
async function giveNotice(
  ctx: Dependencies,
  trx: Transaction<DB>,
  gallery: EndingGallery,
  step: EndNotice,
  today: string,
): Promise<string[]> {
  await trx
    .updateTable('gallery')
    .set({ end_notice: step, end_notice_on: today })
    .where('id', '=', gallery.id)
    .execute();
  const readers = await listManagers(trx, gallery);
  // After its last day the gallery stays until three days after this notice.
  const date = [gallery.kept_until, addDays(today, step === endNotices[1] ? step - 1 : 0)].toSorted().at(-1)!;
  const href = `/gallery/${gallery.id}`;
  await notify(ctx, trx, readers, [
    { kind: 'gallery_ending', params: { gallery: gallery.name, date }, href },
  ]);
  return readers;
}

/** Creator and photographer of a gallery and the administrators of its clubs; without any, the global ones. */
async function listManagers(trx: Transaction<DB>, gallery: EndingGallery): Promise<string[]> {
  const { rows: clubs } = await sql<{ club_id: string }>`
    select ec.club_id from gallery g join event_club ec on ec.event_id = g.event_id where g.id = ${gallery.id}::uuid
    union select gc.club_id from gallery_club gc where gc.gallery_id = ${gallery.id}::uuid`.execute(trx);
  const admins = await Promise.all(clubs.map(({ club_id }) => listActiveClubAdminIds(trx, club_id)));
  const owners = [gallery.created_by, gallery.photographer_id].filter((id) => id !== null);
  const active = await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<boolean>`id = any(${owners}::uuid[])`)
    .execute();
  const all = new Set([...active.map(({ id }) => id), ...admins.flat()]);
  return all.size > 0 ? [...all] : listActiveAdminIds(trx);
}
