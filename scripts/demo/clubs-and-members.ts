import type { AppContext } from '#server/app-context.ts';
import { saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { actingAs, type DemoIds } from './accounts.ts';
import type { ClubKey, DemoWords } from './words.ts';

type Clubs = Record<ClubKey, string>;

/** Who belongs where; carla and tessa administer, and those who asked wait to be let in. */
const people: Record<ClubKey, { admin: string; members: string[]; waiting: string[] }> = {
  home: {
    admin: 'carla',
    members: [
      'mia',
      'hanna',
      'jule',
      'aylin',
      'nina',
      'svea',
      'kim',
      'linh',
      'rosa',
      'malia',
      'dana',
      'paul',
    ],
    waiting: ['peter', 'lotte'],
  },
  guest: {
    admin: 'tessa',
    members: ['zara', 'emma', 'samuel', 'elias', 'freya', 'malia', 'hanna', 'paul'],
    waiting: ['jonas'],
  },
};

/** The photographer, two clubs and their people; what is there already stays. Answers the clubs. */
export async function makeClubs(ctx: AppContext, ids: DemoIds, words: DemoWords): Promise<Clubs> {
  await ctx.db
    .transaction()
    .execute((trx) =>
      saveGrant(trx, { user_id: ids.paul, role_name: 'photographer', club_id: null, created_by: ids.admin }),
    );
  const clubs: Partial<Clubs> = {};
  for (const key of ['home', 'guest'] as const) {
    clubs[key] = await makeClub(ctx, ids, words.clubs[key]);
    await makeMembers(ctx, ids, clubs[key], people[key]);
  }
  return clubs as Clubs;
}

async function makeClub(ctx: AppContext, ids: DemoIds, club: DemoWords['clubs'][ClubKey]): Promise<string> {
  const { name, sport, description } = club;
  const found = await ctx.db.selectFrom('club').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  const admin = await actingAs(ctx, ids.admin);
  return (await admin.clubs.create({ name, sport_type: sport, description })).id;
}

async function makeMembers(
  ctx: AppContext,
  ids: DemoIds,
  id: string,
  { admin, members, waiting }: (typeof people)[ClubKey],
): Promise<void> {
  const idOf = (name: string) => ids[name] as string;
  const there = await ctx.db
    .selectFrom('club_membership')
    .select(['user_id', 'status'])
    .where('club_id', '=', id)
    .execute();
  const statusOf = new Map(there.map(({ user_id, status }) => [user_id, status]));
  const administers = await ctx.db
    .selectFrom('role_assignment')
    .select('id')
    .where('user_id', '=', idOf(admin))
    .where('club_id', '=', id)
    .executeTakeFirst();
  if (!administers) await (await actingAs(ctx, ids.admin)).clubs.addAdmin({ id, user_id: idOf(admin) });
  for (const name of [...members, ...waiting])
    if (!statusOf.has(idOf(name))) await (await actingAs(ctx, idOf(name))).clubs.join({ id });
  const office = await actingAs(ctx, idOf(admin));
  for (const name of members)
    if (statusOf.get(idOf(name)) !== 'approved') await office.clubs.approve({ id, user_id: idOf(name) });
  // They have been members for a season, so that past events count as attended.
  await ctx.db
    .updateTable('club_membership')
    .set({ approved_at: new Date(Date.now() - 200 * 24 * 3_600_000) })
    .where('club_id', '=', id)
    .where('status', '=', 'approved')
    .execute();
}
