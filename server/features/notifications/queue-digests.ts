import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { chosenKinds, deliveryRules } from '#server/contract/notification-delivery.ts';
import { mailWithLinks } from '#server/features/mail/mail-with-links.ts';
import { queueMails } from '#server/features/mail/queue-mail.ts';
import { isPhotoShownTo } from '#server/features/photos/photo-visibility.sql.ts';
import { newId } from '#server/ids.ts';

/** From this hour of the server's day on the daily digests are sent. */
const digestHour = 19;
/** Notifications older than this come into no digest. */
const digestMaxAgeMs = 7 * dayMs;

const standardDigest = chosenKinds.filter((kind) => deliveryRules[kind].standard === 'digest');

/**
 * From `digestHour` on: queues one mail for each reader who has unread notifications for it, however many. The date is
 * part of its dedupe key, so that there is one a day; what comes later waits for the next evening. A new gallery waits for its photos.
 */
export async function queueDigests(ctx: Needs<'db' | 'jobs' | 'mail' | 'clock'>): Promise<number> {
  const now = ctx.clock.now();
  if (!mailWithLinks(ctx.mail) || now.getHours() < digestHour) return 0;
  const day = ctx.clock.today();
  const waiting = sql`
    n.mail_id is null and n.read_at is null
    and n.created_at > ${new Date(now.getTime() - digestMaxAgeMs)}::timestamptz
    and u.is_active and u.email_verified_at is not null and u.email_bounced_at is null
    and case when p.delivery is null then n.kind = any(${standardDigest}) else p.delivery = 'digest' end
    and (n.kind <> 'gallery_created' or exists (
      select 1 from photo where photo.gallery_id::text = split_part(n.href, '/', 3) and ${isPhotoShownTo('readers')}))`;
  return ctx.db.transaction().execute(async (trx) => {
    const { rows: readers } = await sql<{ user_id: string }>`
      select distinct n.user_id from notification n join app_user u on u.id = n.user_id
      left join notification_preference p on p.user_id = n.user_id and p.kind = n.kind
      where ${waiting}
      and not exists (select 1 from mail_outbox o where o.dedupe_key = 'digest:' || n.user_id || ':' || ${day})`.execute(
      trx,
    );
    if (readers.length === 0) return 0;
    const mails = readers.map(({ user_id }) => ({
      id: newId(),
      kind: 'digest' as const,
      dedupeKey: `digest:${user_id}:${day}`,
      userId: user_id,
    }));
    await queueMails(ctx, trx, mails);
    await sql`
      update notification set mail_id = o.id from mail_outbox o
      where o.user_id = notification.user_id and o.id = any(${mails.map(({ id }) => id)}::uuid[])
      and notification.id in (
        select n.id from notification n join app_user u on u.id = n.user_id
        left join notification_preference p on p.user_id = n.user_id and p.kind = n.kind
        where ${waiting})`.execute(trx);
    return mails.length;
  });
}
