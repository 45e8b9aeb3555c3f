import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { GuardianState, InvitationState } from '#server/contract/invitations.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { chunks } from '#server/db/chunks.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { unnamedAdmin } from '#server/features/accounts/users/unnamed-admin.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { fullNameOf, nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;
export type NewInvitationRow = Omit<Selectable<DB['invitation']>, 'revoked_at' | 'token_version'>;

/** Fifteen columns each; Postgres takes 65,535 parameters in one statement. */
const ROWS_PER_STATEMENT = 2_000;

export async function insertInvitations(
  trx: Transaction<DB>,
  rows: readonly NewInvitationRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await trx
      .insertInto('invitation')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
}

/** How many accounts accepted it. Where this decides whether one more may, the invitation's row has to be locked. */
const uses = sql<number>`(select count(*)::int from invitation_acceptance a where a.invitation_id = invitation.id)`;

export const stateAt = (now: Date) => sql<InvitationState>`case
  when invitation.revoked_at is not null then 'revoked'
  when invitation.max_uses <= ${uses} then 'used'
  when invitation.expires_at <= ${now} then 'expired'
  else 'open' end`;

/** Invitations with their state and with what pages say about them. */
export function invitations(db: Executor, now: Date) {
  return db
    .selectFrom('invitation')
    .innerJoin('club', 'club.id', 'invitation.club_id')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.created_by')
    .select([
      'invitation.id',
      'invitation.club_id',
      'club.name as club_name',
      'club.sport_type',
      'invitation.role',
      'invitation.email',
      'invitation.first_name',
      'invitation.last_name',
      'invitation.max_uses',
      'invitation.created_by',
      'invitation.created_at',
      'invitation.expires_at',
      'invitation.token_version',
      'invitation.token_hash',
      'invitation.mailed_token_hash',
      'invitation.import_id',
      'invitation.guardian_of',
      'invitation.confirms_guardian',
      sql<string | null>`nullif(${userNameOf('inviter')}, ${unnamedAdmin})`.as('inviter_name'),
      uses.as('uses'),
      stateAt(now).as('state'),
    ]);
}
export type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>;

type Filter = {
  search?: string | undefined;
  state?: InvitationState | undefined;
  limit: number;
  offset: number;
};

/** A club's invitations, the newest first; those of one import in the order of its lines. */
export async function listInvitations(db: Executor, clubId: string, filter: Filter, now: Date) {
  const searched = sql<string>`lower(concat_ws(' ', invitation.first_name, invitation.last_name, invitation.email,
    ${childName}))`;
  const conditions = [sql<boolean>`invitation.club_id = ${clubId}`];
  for (const pattern of searchPatterns(filter.search)) conditions.push(sql`${searched} like ${pattern}`);
  if (filter.state) conditions.push(sql`${stateAt(now)} = ${filter.state}`);
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { total } = await db
    .selectFrom('invitation')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  const rows = await listed(db, now)
    .where(where)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { rows, total };
}

export const findListedInvitation = (db: Executor, id: string, now: Date) =>
  listed(db, now).where('invitation.id', '=', id).executeTakeFirst();

/** Open invitations for a guardian of a person. */
export async function countOpenInvitationsFor(
  db: Executor,
  clubPersonId: string,
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('guardian_of', '=', clubPersonId)
    .where(stateAt(now), '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Children of a club with neither a guardian, asked or confirmed, nor an open invitation for one; locked, by name. */
export async function listChildrenToInvite(
  trx: Transaction<DB>,
  clubId: string,
  today: string,
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('club_person')
    .select('id')
    .where('club_id', '=', clubId)
    .where(isMinor(today, columnsOf('club_person')))
    .where(
      sql<boolean>`not exists (select 1 from guardianship g where g.club_person_id = club_person.id and g.state <> 'ended')`,
    )
    .where(
      sql<boolean>`not exists (select 1 from invitation
        where invitation.guardian_of = club_person.id and ${stateAt(now)} = 'open')`,
    )
    .orderBy(byName(fullNameOf))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const childName = sql<
  string | null
>`(select ${nameToTellApart()} from club_person where club_person.id = invitation.guardian_of)`;

function listed(db: Executor, now: Date) {
  const ofAcceptor = <What>(what: RawBuilder<unknown>) =>
    sql<What | null>`case when invitation.max_uses = 1 then (select ${what} from invitation_acceptance a
      join app_user u on u.id = a.user_id where a.invitation_id = invitation.id limit 1) end`;
  // One that is not over first.
  const guardianState = sql`(select state from (
      select g.state, g.asked_at as since from guardianship g
        where g.club_person_id = invitation.guardian_of and g.user_id = a.user_id
      union all select 'claimed', c.claimed_at from guardian_claim c
        where c.club_person_id = invitation.guardian_of and c.user_id = a.user_id) said
    order by state = 'ended', since desc limit 1)`;
  return invitations(db, now).select([
    childName.as('child_name'),
    ofAcceptor<string>(sql`u.username`).as('accepted_by'),
    ofAcceptor<string>(userNameOf('u')).as('accepted_name'),
    ofAcceptor<GuardianState>(guardianState).as('guardian_state'),
    sql<
      'waiting' | 'sent' | 'failed' | null
    >`(select case m.state when 'sending' then 'waiting' else m.state end
      from mail_outbox m where m.dedupe_key = 'invitation:' || invitation.id || ':' || invitation.token_version)`.as(
      'mail',
    ),
  ]);
}
export type ListedInvitationRow = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>;

/** Locks an invitation's row, so that its uses are counted by one at a time. */
export async function lockInvitation(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().execute();
}

/** Open invitations of a club for one person each, locked. */
export async function findOpenPersonalInvitations(trx: Transaction<DB>, clubId: string, now: Date) {
  await trx
    .selectFrom('invitation')
    .select('id')
    .where('club_id', '=', clubId)
    .where('max_uses', '=', 1)
    .orderBy('id')
    .forUpdate()
    .execute();
  return invitations(trx, now)
    .where('invitation.club_id', '=', clubId)
    .where('invitation.max_uses', '=', 1)
    .where(stateAt(now), '=', 'open')
    .orderBy('invitation.id')
    .execute();
}

/** Writes the next version of these invitations' tokens, and keeps the old ones, which then say that there is a newer link. */
export async function replaceTokens(
  trx: Transaction<DB>,
  next: { id: string; token_hash: Buffer; mailed_token_hash: Buffer | null }[],
): Promise<void> {
  for (const part of chunks(next)) {
    const ids = part.map(({ id }) => id);
    for (const column of ['token_hash', 'mailed_token_hash'] as const)
      await trx
        .insertInto('invitation_replaced_token')
        .columns(['token_hash', 'invitation_id'])
        .expression((from) =>
          from
            .selectFrom('invitation')
            .select([(row) => row.ref(column).$notNull().as('token_hash'), 'id'])
            .where('id', 'in', ids)
            .where(column, 'is not', null),
        )
        .execute();
    const rows = part.map(
      (one) => sql`(${one.id}::uuid, ${one.token_hash}::bytea, ${one.mailed_token_hash}::bytea)`,
    );
    await sql`update invitation set token_version = token_version + 1, token_hash = next.token_hash,
        mailed_token_hash = next.mailed_token_hash
      from (values ${sql.join(rows)}) as next (id, token_hash, mailed_token_hash)
      where invitation.id = next.id`.execute(trx);
  }
}

/** The invitation of a token, printed or mailed, whatever its state. */
export const findInvitationByToken = (db: Executor, tokenHash: Buffer, now: Date) =>
  invitations(db, now)
    .where((where) =>
      where.or([where('token_hash', '=', tokenHash), where('mailed_token_hash', '=', tokenHash)]),
    )
    .executeTakeFirst();

export async function isReplacedToken(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('invitation_replaced_token')
    .select('invitation_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasAccepted(db: Executor, invitationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitation_acceptance')
    .select('user_id')
    .where('invitation_id', '=', invitationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account last belonged to the club after a day: what was given before does not bring it back. */
export async function hasLeftSince(
  db: Executor,
  clubId: string,
  userId: string,
  day: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('ended_belonging')
    .select('since')
    .where('club_id', '=', clubId)
    .where('user_id', '=', userId)
    .where('since', '>', day)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAcceptance(
  trx: Transaction<DB>,
  invitation_id: string,
  user_id: string,
  accepted_at: Date,
): Promise<void> {
  await trx.insertInto('invitation_acceptance').values({ invitation_id, user_id, accepted_at }).execute();
}

/** Deletes invitations that expired long ago, with the names and addresses in them. */
export async function removeOldInvitations(db: Executor, now: Date): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where('expires_at', '<', new Date(now.getTime() - lifetimes.endedInvitationKeptMs))
    .execute();
}
