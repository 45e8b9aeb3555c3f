import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { Ended, Endings } from '#server/endings.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
import { endAgreements } from '#server/features/people/consent/end-agreements.repository.ts';
import { listGalleriesOf } from '#server/features/people/family/family.repository.ts';
import { recordDepartures } from '#server/features/people/former-people/former-people.repository.ts';
import { guardianshipDecided, peopleOfClub } from './guardianship-notices.ts';
import { lockChildrenOf } from './guardianship-rules.ts';

type Dependencies = Needs<'clock' | 'jobs' | 'mail'>;

/**
 * Ends guardianships with what was agreed to by them, and erases what only that allowed. The club is notified where a person lost the last guardian.
 */
export async function endGuardianships(
  ctx: Dependencies,
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Ended> {
  const ended = await trx
    .updateTable('guardianship')
    .set({ state: 'ended', ended_at: ctx.clock.now() })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('state', '<>', 'ended')
    .returning(['club_person_id', 'decided_at', 'user_id'])
    .execute();
  // A guardianship that was never confirmed allowed nothing, so its end has no further effects.
  const confirmed = ended.filter((row) => row.decided_at !== null);
  for (const { user_id, club_person_id } of confirmed)
    await endAgreements(trx, user_id, [club_person_id], ctx.clock.today());
  const people = confirmed.map((row) => row.club_person_id);
  return { users: await afterGuardiansLeft(ctx, trx, people), galleries: await listGalleriesOf(trx, people) };
}

/**
 * Ends guardianships and claims of an account, and records that the person and children in care left, where no account in
 * the club stands for them any more. When a child turns 18, no row changes: `isMinor` in is-minor.sql.ts becomes false; what
 * the guardians said stays in force (current-consent.sql.ts).
 */
export const endGuardianshipsOf: Endings['accountLeaves'] = async (ctx, trx, { userId, club, isRemoved }) => {
  const today = ctx.clock.today();
  const inClub = club ? sql`and cp.club_id = ${club.id}` : sql``;
  const children = club && isRemoved ? await lockChildrenOf(trx, club.id, userId, today) : [];
  const { rows } = await sql<{ id: string; club_person_id: string; decided_at: Date | null }>`
    select g.id, g.club_person_id, g.decided_at from guardianship g join club_person cp on cp.id = g.club_person_id
    where g.user_id = ${userId} and g.state <> 'ended' ${inClub} for update of g`.execute(trx);
  const own = await sql<{ id: string }>`
    select cp.id from club_person cp where cp.user_id = ${userId} ${inClub}`.execute(trx);
  await sql`delete from guardian_claim cp where user_id = ${userId} ${inClub}`.execute(trx);
  const unanswered = rows.filter((row) => row.decided_at === null);
  await deleteQuestions(trx, userId, unanswered, !isRemoved);
  const ended = await endGuardianships(
    ctx,
    trx,
    rows.filter((row) => row.decided_at !== null).map((row) => row.id),
  );
  const ownIds = own.rows.map((row) => row.id);
  const cared = rows.filter((row) => row.decided_at !== null).map((row) => row.club_person_id);
  return async () => {
    await endAgreements(trx, userId, ownIds, today);
    await eraseFaceSearchUnlessAgreed(trx, ownIds, today);
    await recordDepartures(trx, { own: ownIds, cared }, today);
    const settled = await settleNotifications(ctx, trx, ['consent_requested'], { readers: [userId] });
    const notices = club ? children.map((child) => guardianshipDecided('ended', club, child)) : [];
    await notify(ctx, trx, [userId], notices);
    return {
      users: [...ended.users, ...settled, ...(notices.length > 0 ? [userId] : [])],
      galleries: [...ended.galleries, ...(await listGalleriesOf(trx, ownIds))],
    };
  };
};

/**
 * Deletes questions that an account leaves unanswered: an ended guardianship would say that it answered no. Where it may
 * come back, the invitations that asked are open again.
 */
async function deleteQuestions(
  trx: Transaction<DB>,
  userId: string,
  questions: readonly { id: string; club_person_id: string }[],
  mayComeBack: boolean,
): Promise<void> {
  const ids = questions.map((question) => question.id);
  await sql`delete from guardianship where id = any(${ids}::uuid[])`.execute(trx);
  if (!mayComeBack) return;
  const children = questions.map((question) => question.club_person_id);
  await sql`delete from invitation_acceptance a using invitation i
    where i.id = a.invitation_id and a.user_id = ${userId} and i.guardian_of = any(${children}::uuid[])`.execute(
    trx,
  );
}

async function afterGuardiansLeft(
  ctx: Dependencies,
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
): Promise<string[]> {
  await eraseFaceSearchUnlessAgreed(trx, clubPersonIds, ctx.clock.today());
  const { rows } = await sql<{ club_id: string; club: string }>`
    select distinct cp.club_id, c.name as club from club_person cp join club c on c.id = cp.club_id
    where cp.id = any(${[...clubPersonIds]}::uuid[])
      and not exists (select 1 from guardianship g where g.club_person_id = cp.id and g.state = 'confirmed')`.execute(
    trx,
  );
  const notified: string[] = [];
  for (const { club_id, club } of rows) {
    const deciders = await listRequestDeciders(trx, club_id);
    notified.push(...deciders);
    await notify(ctx, trx, deciders, [
      { kind: 'guardian_missing', params: { club }, href: peopleOfClub(club_id) },
    ]);
  }
  return notified;
}
