import { type Expression, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { OwnUser } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Address = Needs<'relyingParty'>;

/** Roles that open what others have entrusted to a club. `app_user` must be in scope, as below. */
const administrates = sql`r.user_id = app_user.id and r.role_name in ('superuser', 'admin', 'club_admin')`;

const hasCodes = sql`exists (select from second_factor f where f.user_id = app_user.id and f.confirmed_at is not null)`;

/** Passkeys of another address open nothing here. */
const hasPasskey = (ctx: Address) =>
  sql`exists (select from passkey p where p.user_id = app_user.id and p.rp_id = ${ctx.relyingParty?.id ?? null})`;

/** What there is instead of the password alone: of the account, or asked for by the provider that opened this session. */
const hasFactor = (
  ctx: Address,
  sessionId: Expression<unknown>,
) => sql`(${hasCodes} or ${hasPasskey(ctx)} or exists (
  select from session s where s.id = ${sessionId} and s.second_factor_at_provider))`;

/**
 * When the account stops doing without a second factor: a week after it became required, or the first of its roles was given. Null:
 * nothing is required of it.
 */
const requiredFrom = sql<Date | null>`(
  select greatest(s.second_factor_required_at, min(r.created_at)) + ${lifetimes.withoutSecondFactorMs} * interval '1 ms'
  from instance_setting s, role_assignment r
  where s.second_factor_required_at is not null and ${administrates}
  group by s.second_factor_required_at)`;

/** The same, null also where there is a second factor. */
export const secondFactorNeededFrom = (
  ctx: Address,
  sessionId: Expression<unknown>,
): RawBuilder<Date | null> => sql`case when not ${hasFactor(ctx, sessionId)} then ${requiredFrom} end`;

const account = (db: Kysely<DB> | Transaction<DB>, userId: string) =>
  db.selectFrom('app_user').where('app_user.id', '=', userId);

/** What an account without a second factor is told about it in a session; null: nothing. */
export async function secondFactorAdvice(
  ctx: Needs<'db' | 'clock' | 'relyingParty'>,
  userId: string,
  sessionId: string,
): Promise<OwnUser['second_factor_advice']> {
  const session = sql`${sessionId}::uuid`;
  const found = await account(ctx.db, userId)
    .select([
      secondFactorNeededFrom(ctx, session).as('from'),
      sql<boolean>`exists (select from role_assignment r where ${administrates})
        and not ${hasFactor(ctx, session)}`.as('lacks'),
    ])
    .executeTakeFirst();
  if (!found?.lacks) return null;
  return { needed_from: found.from?.toISOString() ?? null, is_needed: isPast(found.from, ctx.clock.now()) };
}

export const isPast = (from: Date | null, now: Date): boolean => from !== null && from <= now;

export async function hasSecondFactor(
  ctx: Address,
  db: Kysely<DB> | Transaction<DB>,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
): Promise<boolean> {
  const found = await account(db, id)
    .select(sql<boolean>`${hasFactor(ctx, sql`${sessionId}::uuid`)}`.as('has'))
    .executeTakeFirst();
  return found?.has ?? false;
}

/** Whether the password alone is not enough, although the account has no codes: a second factor is required, and it has passkeys. */
export async function needsPasskey(
  ctx: Needs<'db' | 'clock' | 'relyingParty'>,
  userId: string,
): Promise<boolean> {
  const found = await account(ctx.db, userId)
    .select([requiredFrom.as('from'), sql<boolean>`${hasPasskey(ctx)} and not ${hasCodes}`.as('has')])
    .executeTakeFirst();
  return found?.has === true && isPast(found.from, ctx.clock.now());
}
