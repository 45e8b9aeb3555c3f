import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { isPastEvent } from '#server/contract/past-events.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type {
  createEventInput,
  setEventClubsInput,
  updateEventInput,
} from '#server/contract/schemas/events.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { newId, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listAskedClubIds, replaceAskedClubs, splitClubs } from './asked-clubs.ts';
import { listEventClubIds } from './events.repository.ts';
import type { LoadedEvent } from './load-event.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };
type Asking = Dependencies & Needs<'bus' | 'jobs' | 'mail'>;
const conflicts = { event_slug_key: 'event_slug_taken' } as const;

/** Refuses the date of a past event, in the server's time zone, unless the settings allow past events. */
async function requireAllowedDate(ctx: Dependencies, date: string): Promise<void> {
  if (!isPastEvent(date, ctx.clock.today())) return;
  const { allow_past_events } = await getInstallationSettings(ctx.db);
  if (!allow_past_events) throw fieldError('event_date', 'The event date cannot be in the past');
}

/** Creates the event with its clubs; others than the viewer's are asked first. Clubs that do not exist are answered `club_not_found`. */
export async function createEvent(
  ctx: Asking,
  { club_ids, ...input }: z.output<typeof createEventInput>,
): Promise<string> {
  await requireAllowedDate(ctx, input.event_date);
  const id = newId();
  const clubIds = uniqueClubIds(club_ids);
  const { counting, asked } = splitClubs(ctx.viewer, clubIds, []);
  const told = await translatingConflicts(conflicts, () =>
    ctx.db.transaction().execute(async (trx) => {
      await requireClubs(trx, clubIds);
      await trx
        .insertInto('event')
        .values({ id, ...input, location: input.location || null, created_by: ctx.viewer.id })
        .execute();
      await insertEventClubs(trx, id, counting);
      return replaceAskedClubs(ctx, trx, { kind: 'event', id, name: input.name }, asked);
    }),
  );
  publishNotifications(ctx.bus, told);
  return id;
}

/** Writes the fields that were sent and differ. A past date may stay as it is; a new one is checked. @throws AppError edit_conflict */
export async function updateEvent(
  ctx: Dependencies,
  event: Authorized<LoadedEvent, 'manage'>,
  input: z.output<typeof updateEventInput>,
): Promise<void> {
  const { id: _, seen, ...sent } = input;
  const fields = definedFields({
    ...sent,
    location: sent.location === undefined ? undefined : sent.location || null,
  });
  const changes = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== event[field as keyof typeof fields]),
  ) as typeof fields;
  if (changes.event_date) await requireAllowedDate(ctx, changes.event_date);
  if (Object.keys(changes).length === 0) return;
  const result = await translatingConflicts(conflicts, () =>
    ctx.db.transaction().execute(async (trx) => {
      await requireAsSeen(seen, changes, () =>
        trx.selectFrom('event').selectAll().where('id', '=', event.id).forUpdate().executeTakeFirst(),
      );
      return trx
        .updateTable('event')
        .set({ ...changes, updated_at: ctx.clock.now() })
        .where('id', '=', event.id)
        .executeTakeFirst();
    }),
  );
  if (result.numUpdatedRows === 0n) throw new AppError('event_not_found');
}

/** Makes the event's clubs exactly these; new ones that are not the viewer's are asked first. Ids of clubs that do not exist are answered `club_not_found`. */
export async function setEventClubs(
  ctx: Asking,
  event: Authorized<LoadedEvent, 'manage'>,
  { club_ids, seen }: z.output<typeof setEventClubsInput>,
): Promise<void> {
  const ids = uniqueClubIds(club_ids);
  const told = await ctx.db.transaction().execute(async (trx) => {
    await lockEvent(trx, event.id);
    const present = await listEventClubIds(trx, event.id);
    await requireAsSeen(seen, { club_ids: ids }, async () => ({
      club_ids: [...present, ...(await listAskedClubIds(ctx, trx, { kind: 'event', id: event.id }))],
    }));
    await requireClubs(trx, ids);
    const { counting, asked } = splitClubs(ctx.viewer, ids, present);
    let outdated = trx.deleteFrom('event_club').where('event_id', '=', event.id);
    if (ids.length > 0) outdated = outdated.where('club_id', 'not in', ids);
    await outdated.execute();
    await insertEventClubs(trx, event.id, counting);
    return replaceAskedClubs(ctx, trx, { kind: 'event', id: event.id, name: event.name }, asked);
  });
  publishNotifications(ctx.bus, told);
}

const uniqueClubIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => requireId(id, 'club_not_found'))),
];

async function insertEventClubs(
  trx: Transaction<DB>,
  eventId: string,
  clubIds: readonly string[],
): Promise<void> {
  if (clubIds.length === 0) return;
  await trx
    .insertInto('event_club')
    .values(clubIds.map((club_id) => ({ event_id: eventId, club_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeEventClub(
  ctx: Dependencies,
  event: Authorized<LoadedEvent, 'removeClub'>,
  clubId: string,
): Promise<void> {
  const result = await ctx.db
    .deleteFrom('event_club')
    .where('event_id', '=', event.id)
    .where('club_id', '=', requireId(clubId, 'event_club_not_found'))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw new AppError('event_club_not_found');
}

/** Refuses the whole list when one of the clubs does not exist. */
export async function requireClubs(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await trx
    .selectFrom('club')
    .select('id')
    .where('id', 'in', [...ids])
    .forShare()
    .execute();
  if (known.length !== ids.length) throw new AppError('club_not_found');
}

export async function lockEvent(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await trx.selectFrom('event').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('event_not_found');
}
