import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { calendarDateOf } from '#server/clock.ts';
import { daysBetween } from '#server/contract/calendar-dates.ts';
import { dueExpiryNotice, type ExpiryNotice, FIRST_NOTICE_DAYS } from '#server/contract/expiry-notices.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'>;

/**
 * Tells the creators of links to galleries 30 and 3 days before the day on which they end. A link ends on its day whether
 * its creator was told or not; who was away on these days is told of the later one. Links of families last for 30 days
 * at most and are not announced.
 */
export async function notifyExpiringLinks(ctx: Dependencies): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const links = await lockEnding(trx, ctx.clock.now());
    const notified: string[] = [];
    for (const link of links) {
      const date = calendarDateOf(link.expires_at);
      const notice = dueExpiryNotice(daysBetween(ctx.clock.today(), date), link.expiry_notice);
      if (notice === null) continue;
      await noteNotice(trx, link.id, notice);
      const { gallery, name, id: link_id, expires_at } = link;
      const params = { gallery, link: name, date, link_id, expires_at: expires_at.toISOString() };
      const href = `/gallery/${link.gallery_id}`;
      await notify(ctx, trx, [link.created_by], [{ kind: 'link_expiring', params, href }]);
      notified.push(link.created_by);
    }
    return notified;
  });
  publishNotifications(ctx.bus, notified);
}

type EndingLink = {
  id: string;
  name: string;
  created_by: string;
  expires_at: Date;
  expiry_notice: number | null;
  gallery_id: string;
  gallery: string;
};

/** The links in force that may be due; the days of a zone are not all of 24 hours. */
async function lockEnding(trx: Transaction<DB>, now: Date): Promise<EndingLink[]> {
  const until = new Date(now.getTime() + (FIRST_NOTICE_DAYS + 2) * dayMs);
  const { rows } = await sql<EndingLink>`
    select share_link.id, share_link.name, share_link.created_by, expires_at, share_link.expiry_notice,
      gallery.id as gallery_id, gallery.name as gallery
    from share_link join gallery on gallery.id = share_link.gallery_id
    where share_link.is_active and share_link.created_by is not null
      and expires_at > ${now}::timestamptz and expires_at < ${until}::timestamptz
    order by expires_at, share_link.id for update of share_link`.execute(trx);
  return rows;
}

const noteNotice = (trx: Transaction<DB>, id: string, expiry_notice: ExpiryNotice) =>
  trx.updateTable('share_link').set({ expiry_notice }).where('id', '=', id).execute();
