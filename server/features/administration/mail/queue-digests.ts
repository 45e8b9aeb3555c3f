import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { hasEveningBegun } from '#server/contract/evening-hours.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { chosenKinds, deliveryRules } from '#server/contract/notification-kinds.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';
import { listNewPhotos, type NewPhotos, newPhotosUntil, photoKinds } from './digest-photos.repository.ts';

/**
 * Notifications and photos older than this come into no digest. It has to be shorter than `lifetimes.mailKeptMs`, for which
 * digests are kept: what a reader was told is known from them alone.
 */
const digestMaxAgeMs = 7 * dayMs;

const standardDigest = chosenKinds.filter((kind) => deliveryRules[kind].standard === 'digest');

/**
 * In the evening: queues one mail for each reader who has new photos or unread notifications for it, however many.
 * The date is part of its dedupe key, so that there is one a day; what comes later waits for the next evening.
 */
export async function queueDigests(ctx: Needs<'db' | 'jobs' | 'mail' | 'clock'>): Promise<number> {
  const now = ctx.clock.now();
  if (!mailWithLinks(ctx.mail) || !hasEveningBegun(now)) return 0;
  const day = ctx.clock.today();
  const oldest = new Date(now.getTime() - digestMaxAgeMs);
  const until = newPhotosUntil(now);
  const reads = sql<boolean>`(
    u.is_active and u.email_verified_at is not null and u.email_bounced_at is null
    and not exists (select 1 from mail_outbox o where o.dedupe_key = 'digest:' || u.id || ':' || ${day}::text))`;
  const wants = (kind: ReturnType<typeof sql>) => sql<boolean>`coalesce(
    (select p.delivery = 'digest' from notification_preference p where p.user_id = u.id and p.kind = ${kind}),
    ${kind} = any(${standardDigest}))`;
  const waiting = sql`
    n.mail_id is null and n.read_at is null and n.created_at > ${oldest}::timestamptz
    and not n.kind = any(${[...photoKinds]}) and ${wants(sql`n.kind`)}`;
  return ctx.db.transaction().execute(async (trx) => {
    const newPhotos = byReader(await listNewPhotos(trx, { oldest, until }, reads, wants));
    const { rows } = await sql<{ user_id: string }>`
      select distinct n.user_id from notification n join app_user u on u.id = n.user_id
      where ${waiting} and ${reads}`.execute(trx);
    const readers = [...new Set([...newPhotos.keys(), ...rows.map(({ user_id }) => user_id)])];
    if (readers.length === 0) return 0;
    const mails = readers.map((userId) => ({
      id: newId(),
      kind: 'digest' as const,
      dedupeKey: `digest:${userId}:${day}`,
      userId,
      params: { until: until.toISOString(), ...newPhotos.get(userId) },
    }));
    await queueMails(ctx, trx, mails);
    await sql`
      update notification n set mail_id = o.id from mail_outbox o, app_user u
      where o.user_id = n.user_id and u.id = n.user_id and o.id = any(${mails.map(({ id }) => id)}::uuid[])
      and (${waiting} or (n.mail_id is null and n.read_at is null and n.kind = any(${[...photoKinds]})
        and o.params ? split_part(n.href, '/', 3)))`.execute(trx);
    return mails.length;
  });
}

/** Since when photos are new, by reader and gallery. */
function byReader(rows: readonly NewPhotos[]): Map<string, Record<string, string>> {
  const readers = new Map<string, Record<string, string>>();
  for (const { user_id, gallery_id, since } of rows) {
    const galleries = readers.get(user_id) ?? {};
    galleries[gallery_id] = since;
    readers.set(user_id, galleries);
  }
  return readers;
}
