import { saveGrant } from '#server/features/users/roles.repository.ts';
import type { AppContext } from '#server/needs.ts';
import { actingAs, type DemoName } from './accounts.ts';

const DAY_MS = 24 * 3_600_000;

/** Two clubs, their people and two events; what is there already stays. Answers where the photos go. */
export async function makeClubLife(ctx: AppContext, ids: Record<DemoName, string>): Promise<string> {
  await ctx.db
    .transaction()
    .execute((trx) =>
      saveGrant(trx, { user_id: ids.paul, role_name: 'photographer', club_id: null, created_by: ids.admin }),
    );
  const lindenau = await club(ctx, ids, 'SV Lindenau', 'Football');
  const waldau = await club(ctx, ids, 'TSV Waldau', 'Handball');
  await makeMembers(ctx, ids, lindenau);
  const cup = await event(ctx, ids, {
    name: 'Summer cup',
    slug: 'summer-cup',
    clubs: [lindenau, waldau],
    inDays: 12,
  });
  const party = await event(ctx, ids, {
    name: 'Anniversary of the club',
    slug: 'anniversary',
    clubs: [lindenau],
    inDays: -9,
  });
  await gallery(ctx, ids, { name: 'Set-up and training', event: cup, visibility: 'private' });
  return gallery(ctx, ids, { name: 'The evening in pictures', event: party, visibility: 'club_restricted' });
}

async function club(ctx: AppContext, ids: Record<DemoName, string>, name: string, sport_type: string) {
  const found = await ctx.db.selectFrom('club').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  const admin = await actingAs(ctx, ids.admin);
  return (await admin.clubs.create({ name, sport_type, description: `${name}: made up for the demo.` })).id;
}

/** Carla administers the club and has let Mia in; Peter has asked and waits. */
async function makeMembers(ctx: AppContext, ids: Record<DemoName, string>, club_id: string): Promise<void> {
  const there = await ctx.db
    .selectFrom('club_membership')
    .select('user_id')
    .where('club_id', '=', club_id)
    .execute();
  const has = (id: string) => there.some((row) => row.user_id === id);
  const isAdmin = await ctx.db
    .selectFrom('role_assignment')
    .select('id')
    .where('user_id', '=', ids.carla)
    .where('club_id', '=', club_id)
    .executeTakeFirst();
  if (!isAdmin) await (await actingAs(ctx, ids.admin)).clubs.addAdmin({ id: club_id, user_id: ids.carla });
  for (const name of ['mia', 'peter'] as const)
    if (!has(ids[name])) await (await actingAs(ctx, ids[name])).clubs.join({ id: club_id });
  if (!has(ids.mia)) await (await actingAs(ctx, ids.carla)).clubs.approve({ id: club_id, user_id: ids.mia });
}

type EventPlan = { name: string; slug: string; clubs: string[]; inDays: number };
async function event(ctx: AppContext, ids: Record<DemoName, string>, plan: EventPlan): Promise<string> {
  const { name, slug } = plan;
  const found = await ctx.db.selectFrom('event').select('id').where('slug', '=', slug).executeTakeFirst();
  if (found) return found.id;
  const photographer = await actingAs(ctx, ids.paul);
  const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  // New events lie ahead of us; one that is over can only have been made earlier.
  const event_date = dateIn(Math.max(plan.inDays, 1));
  const { id } = await photographer.events.create({
    name,
    slug,
    event_date,
    location: 'Sports ground, Lindenau',
  });
  await photographer.events.setClubs({ id, club_ids: plan.clubs });
  if (plan.inDays < 0)
    await ctx.db
      .updateTable('event')
      .set({ event_date: dateIn(plan.inDays) })
      .where('id', '=', id)
      .execute();
  return id;
}

type GalleryPlan = { name: string; event: string; visibility: 'private' | 'club_restricted' };
async function gallery(ctx: AppContext, ids: Record<DemoName, string>, plan: GalleryPlan): Promise<string> {
  const { name, event: event_id, visibility } = plan;
  const found = await ctx.db
    .selectFrom('gallery')
    .select('id')
    .where('name', '=', name)
    .where('event_id', '=', event_id)
    .executeTakeFirst();
  if (found) return found.id;
  const photographer = await actingAs(ctx, ids.paul);
  const made = await photographer.galleries.create({ name, event_id, visibility, photographer_id: ids.paul });
  if (visibility === 'club_restricted')
    await photographer.links.create({ id: made.id, name: 'For the parents' });
  return made.id;
}
