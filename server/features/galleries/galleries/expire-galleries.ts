import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { type ExpiryNotice, latestLastDayToNotify } from '#server/contract/expiry-notices.ts';
import { dueRetentionStep, lastDayAfterNotice, type Retention } from '#server/contract/last-day.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { deleteGalleryRows } from './delete-gallery.ts';
import { listGalleryManagerIds } from './gallery-managers.repository.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail' | 'tokens'>;
type EndingGallery = Retention & {
  id: string;
  name: string;
  event_id: string;
};

/** Gives the notices of galleries that are kept until some day, and deletes those whose time is over. */
export async function expireGalleries(ctx: Dependencies): Promise<void> {
  const today = ctx.clock.today();
  const { rows } = await sql<{ id: string }>`
    select id from gallery where kept_until <= ${latestLastDayToNotify(today)}::date order by kept_until, id`.execute(
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
    .select(['id', 'name', 'event_id'])
    .select(['kept_until', 'expiry_notice', 'expiry_notice_on'])
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
  step: ExpiryNotice,
  today: string,
): Promise<string[]> {
  await trx
    .updateTable('gallery')
    .set({ expiry_notice: step, expiry_notice_on: today })
    .where('id', '=', gallery.id)
    .execute();
  const readers = await listGalleryManagerIds(trx, gallery);
  const date = lastDayAfterNotice(gallery.kept_until, today);
  const href = `/gallery/${gallery.id}`;
  await notify(ctx, trx, readers, [
    { kind: 'gallery_ending', params: { gallery: gallery.name, date }, href },
  ]);
  return readers;
}
