import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { renewLatest } from '#server/features/accounts/notifications/renew-latest.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { mayInGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { askedFacesOfPeople, questionsToClub } from '#server/visibility/waiting-photos.sql.ts';

const kind = 'people_answered';
/** The gallery with its check of people. */
export const checkOf = (galleryId: string): string => `/gallery/${galleryId}?check=1`;

/** The questions of others than the viewer to the club that nobody has answered. */
export async function listOpenQuestions(
  trx: Transaction<DB>,
  galleryId: string,
  viewer: { id: string },
): Promise<string[]> {
  const { rows } = await sql<{ face_id: string }>`
    select asked.face_id from ${askedFacesOfPeople} asked join face on face.id = asked.face_id
    where face.gallery_id = ${galleryId}::uuid and asked.is_open and asked.asked_by <> ${viewer.id}::uuid`.execute(
    trx,
  );
  return rows.map(({ face_id }) => face_id);
}

/**
 * Tells those who asked and may still share the gallery that the club has answered some of these questions: once until they have read
 * it, with the numbers of now. No name, and not what was said: the check shows of it what they may read.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyPeopleAnswered(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
  open: readonly string[],
): Promise<string[]> {
  if (open.length === 0) return correctPeopleAnswered(ctx, trx, galleryId);
  const { rows } = await sql<{ asked_by: string; answered: number; asked: number; gallery: string }>`
    select counted.*, gallery.name as gallery
    from ${countsIn(galleryId)} counted join gallery on gallery.id = ${galleryId}::uuid
    where counted.answered > 0 and counted.asked_by in (
      select asked.asked_by from ${askedFacesOfPeople} asked
      where asked.face_id = any(${[...open]}::uuid[]) and not asked.is_open)`.execute(trx);
  const told: typeof rows = [];
  for (const row of rows)
    if (await mayInGallery(trx, row.asked_by, galleryId, 'createSharingLinks')) told.push(row);
  const askers = told.map(({ asked_by }) => asked_by);
  const renewed = await renewLatest(ctx, trx, { kind, href: checkOf(galleryId), readers: askers }, isUnheard);
  const corrected = await correctNumbers(trx, galleryId);
  for (const { asked_by, answered, asked, gallery } of told)
    if (!renewed.includes(asked_by))
      await notify(
        ctx,
        trx,
        [asked_by],
        [{ kind, params: { gallery, answered, count: asked }, href: checkOf(galleryId) }],
      );
  return [...askers, ...corrected];
}

const isUnheard = sql<boolean>`(n.read_at is null or n.settled_at is not null)`;

/**
 * After an answer was undone: the numbers of now, and nothing where no answer is left.
 * @returns the users to publish notifications to, after the commit
 */
export async function correctPeopleAnswered(
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  const settled = await settleNotifications(ctx, trx, [kind], { href: checkOf(galleryId) });
  return [...settled, ...(await correctNumbers(trx, galleryId))];
}

async function correctNumbers(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notification n set params = n.params || jsonb_build_object('answered', counted.answered, 'count', counted.asked)
    from ${countsIn(galleryId)} counted
    where n.user_id = counted.asked_by and counted.answered > 0 and n.kind = ${kind} and n.href = ${checkOf(galleryId)}
      and n.read_at is null returning n.user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** By asker. */
const countsIn = (galleryId: string) => sql`(
  select asked_by, count(*)::int as asked, (count(*) filter (where is_answered))::int as answered
  from ${questionsToClub} question where gallery_id = ${galleryId}::uuid group by asked_by)`;
