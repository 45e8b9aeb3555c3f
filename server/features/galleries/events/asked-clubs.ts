import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { dayMs, serverLifetimes } from '#server/contract/lifetimes.ts';
import { mayShowTo, type Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** An event or a gallery that is put before clubs. */
export type Shown = { kind: 'event' | 'gallery'; id: string; name: string };
type Dependencies = Needs<'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };

export const manageClub = (clubId: string): string => `/clubs/${clubId}/manage`;
const columnOf = (kind: Shown['kind']) => (kind === 'event' ? 'event_id' : 'gallery_id');
export const askedSince = (now: Date): Date => new Date(now.getTime() - serverLifetimes.clubAskedMs);

/** The clubs that are still asked about an event or gallery, in the row of either. */
export const pendingClubIds = (kind: Shown['kind'], now: RawBuilder<unknown>): RawBuilder<string[]> => sql<
  string[]
>`
  coalesce((select json_agg(a.club_id order by a.club_id) from asked_club a
    where ${sql.ref(`a.${columnOf(kind)}`)} = ${sql.ref(`${kind}.id`)}
      and a.asked_at > ${now} - make_interval(days => ${sql.lit(serverLifetimes.clubAskedMs / dayMs)})), '[]')`;

export async function listAskedClubIds(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  { kind, id }: Pick<Shown, 'kind' | 'id'>,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('asked_club')
    .select('club_id')
    .where(columnOf(kind), '=', id)
    .where('asked_at', '>', askedSince(clock.now()))
    .execute();
  return rows.map((row) => row.club_id);
}

/** Those of the sent clubs that count, and those that are asked first. Clubs that count already go on doing so. */
export function splitClubs(viewer: Viewer, sent: readonly string[], present: readonly string[]) {
  const counts = (id: string) => present.includes(id) || mayShowTo(viewer, id);
  return { counting: sent.filter(counts), asked: sent.filter((id) => !counts(id)) };
}

/**
 * Makes the clubs that are asked exactly these, and tells the administrators of those that were not asked before.
 * @returns the users to publish notifications to, after the commit
 */
export async function replaceAskedClubs(
  ctx: Dependencies,
  trx: Transaction<DB>,
  shown: Shown,
  clubIds: readonly string[],
): Promise<string[]> {
  const column = columnOf(shown.kind);
  const removed = await trx
    .deleteFrom('asked_club')
    .where(column, '=', shown.id)
    .where(
      sql<boolean>`(club_id <> all(${[...clubIds]}::uuid[]) or asked_at <= ${askedSince(ctx.clock.now())})`,
    )
    .returning('club_id')
    .execute();
  const told: string[] = [];
  for (const { club_id } of removed)
    told.push(...(await settleNotifications(ctx, trx, ['club_asked'], { href: manageClub(club_id) })));
  if (clubIds.length === 0) return told;
  const added = await trx
    .insertInto('asked_club')
    .values(
      clubIds.map((club_id) => ({
        id: newId(),
        club_id,
        [column]: shown.id,
        asked_by: ctx.viewer.id,
        asked_at: ctx.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('club_id')
    .execute();
  const names = await trx
    .selectFrom('club')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${added.map(({ club_id }) => club_id)}::uuid[])`)
    .execute();
  for (const { id, name } of names) {
    const deciders = await listRequestDeciders(trx, id);
    const user = ctx.viewer.fullName || ctx.viewer.username;
    const params = { club: name, user, gallery: shown.name, asked_id: shown.id };
    await notify(ctx, trx, deciders, [{ kind: 'club_asked', params, href: manageClub(id) }]);
    told.push(...deciders);
  }
  return told;
}
