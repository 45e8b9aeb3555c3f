import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import type { createGalleryInput, updateGalleryInput } from '#server/contract/schemas/galleries.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  listAskedClubIds,
  replaceAskedClubs,
  splitClubs,
} from '#server/features/galleries/events/asked-clubs.ts';
import { listEventClubIds } from '#server/features/galleries/events/events.repository.ts';
import { loadEvent } from '#server/features/galleries/events/load-event.ts';
import { requireClubs } from '#server/features/galleries/events/save-event.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  additionalClubs,
  listAdditionalClubIds,
  needsClub,
  replaceClubs,
  requireCover,
  requireEvent,
  requirePhotographer,
} from './check-gallery-input.ts';
import { holdBackUnknown } from './hold-back-added.repository.ts';
import { listMemberIds } from './list-member-ids.ts';
import type { LoadedGallery } from './load-gallery.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };

/** Creates a gallery and tells the members of its clubs, unless it is private. Other clubs than the viewer's are asked first. */
export async function createGallery(
  ctx: Dependencies,
  input: z.output<typeof createGalleryInput>,
): Promise<string>;
/**
 * @param options unlessThere: makes none where the viewer has made one of this name for the event, also at the same time
 * @returns undefined where there is one
 */
export async function createGallery(
  ctx: Dependencies,
  input: z.output<typeof createGalleryInput>,
  options: { unlessThere: boolean },
): Promise<string | undefined>;
export async function createGallery(
  ctx: Dependencies,
  input: z.output<typeof createGalleryInput>,
  { unlessThere } = { unlessThere: false },
): Promise<string | undefined> {
  const event = await loadEvent(ctx.db, ctx.viewer, input.event_id);
  const sent = additionalClubs(input.visibility, input.club_ids, event.clubIds);
  const { counting: clubIds, asked } = splitClubs(ctx.viewer, sent, []);
  const allClubs = [...event.clubIds, ...clubIds];
  if (!targetRules.event.addGallery(ctx.viewer, event.facts)) throw new AppError('gallery_create_forbidden');
  if (input.visibility === 'club_restricted' && allClubs.length === 0) throw needsClub();
  const id = newId();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    if (unlessThere && (await hasMade(trx, event.id, input.name, ctx.viewer.id))) return undefined;
    const photographer_id = await requirePhotographer(trx, input.photographer_id, allClubs);
    await requireClubs(trx, sent);
    await trx
      .insertInto('gallery')
      .values({
        id,
        name: input.name,
        event_id: event.id,
        photographer_id,
        visibility: input.visibility,
        created_by: ctx.viewer.id,
      })
      .execute();
    await replaceClubs(trx, id, clubIds);
    const told = await replaceAskedClubs(ctx, trx, { kind: 'gallery', id, name: input.name }, asked);
    const members = input.visibility === 'private' ? [] : await listMemberIds(trx, allClubs, ctx.viewer.id);
    await notify(ctx, trx, members, [
      { kind: 'gallery_created', params: { gallery: input.name, event: event.name }, href: `/gallery/${id}` },
    ]);
    return [...told, ...members];
  });
  if (!notified) return undefined;
  publishNotifications(ctx.bus, notified);
  return id;
}

/** Whether a user has made a gallery of this name. Until the end of the transaction nobody else who asks makes one. */
async function hasMade(
  trx: Transaction<DB>,
  eventId: string,
  name: string,
  userId: string,
): Promise<boolean> {
  await trx.selectFrom('event').select('id').where('id', '=', eventId).forNoKeyUpdate().executeTakeFirst();
  const made = await trx
    .selectFrom('gallery')
    .select('id')
    .where('event_id', '=', eventId)
    .where('name', '=', name)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  return made !== undefined;
}

/**
 * Writes the sent fields. An assigned photographer may set or clear the cover and nothing else; viewers with the right to edit
 * change the name too, those who manage access all. Choosing another visibility than club_restricted clears the additional clubs.
 * @throws AppError edit_conflict
 */
export async function updateGallery(
  ctx: Dependencies,
  gallery: Authorized<LoadedGallery, 'setCover'>,
  input: z.output<typeof updateGalleryInput>,
): Promise<void> {
  const { id: _, seen, cover_photo_id, club_ids, ...fields } = input;
  const sent = definedFields(fields);
  const onlyCover = Object.keys(sent).length === 0 && club_ids === undefined;
  if (!onlyCover && !targetRules.gallery.edit(ctx.viewer, gallery.facts))
    throw new AppError('gallery_action_forbidden');
  const { name: _name, ...reach } = sent;
  const changesReach = Object.keys(reach).length > 0 || club_ids !== undefined;
  if (changesReach && !targetRules.gallery.manageAccess(ctx.viewer, gallery.facts))
    throw new AppError('gallery_action_forbidden');
  await requireMayAddTo(ctx, gallery, sent.event_id);
  const told = await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('gallery')
      .selectAll()
      .where('id', '=', gallery.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('gallery_not_found');
    await requireAsSeen(seen, input, async () => ({
      ...row,
      club_ids: [
        ...(await listAdditionalClubIds(trx, gallery.id)),
        ...(await listAskedClubIds(ctx, trx, { kind: 'gallery', id: gallery.id })),
      ],
    }));
    const event_id = sent.event_id && (await requireEvent(trx, sent.event_id, row.event_id));
    const visibility = sent.visibility ?? row.visibility;
    const eventClubs = await listEventClubIds(trx, event_id ?? row.event_id);
    const kept = visibility === 'club_restricted' ? await listAdditionalClubIds(trx, gallery.id) : [];
    const wanted = additionalClubs(visibility, club_ids ?? kept, eventClubs);
    const { counting: clubIds, asked } = splitClubs(ctx.viewer, wanted, kept);
    if (!onlyCover && visibility === 'club_restricted' && eventClubs.length + clubIds.length === 0)
      throw needsClub();
    const photographer_id =
      sent.photographer_id === undefined || sent.photographer_id === row.photographer_id
        ? row.photographer_id
        : await requirePhotographer(trx, sent.photographer_id, [...eventClubs, ...clubIds]);
    const cover =
      cover_photo_id === undefined ? row.cover_photo_id : await requireCover(trx, gallery.id, cover_photo_id);
    if (!onlyCover) {
      await requireClubs(trx, wanted);
      await replaceClubs(trx, gallery.id, clubIds);
    }
    await trx
      .updateTable('gallery')
      .set({
        ...sent,
        ...(event_id ? { event_id } : {}),
        photographer_id,
        cover_photo_id: cover,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', gallery.id)
      .execute();
    await holdBackUnknown(trx, gallery.id, ctx.clock);
    if (club_ids === undefined && visibility === 'club_restricted') return [];
    return replaceAskedClubs(ctx, trx, { ...gallery, kind: 'gallery' }, asked);
  });
  publishNotifications(ctx.bus, told);
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}

/** Moving a gallery to another event asks for the same right as creating it there. */
async function requireMayAddTo(
  ctx: Dependencies,
  gallery: LoadedGallery,
  eventId: string | undefined,
): Promise<void> {
  if (eventId === undefined || eventId.toLowerCase() === gallery.event_id) return;
  const event = await loadEvent(ctx.db, ctx.viewer, eventId);
  if (!targetRules.event.addGallery(ctx.viewer, event.facts)) throw new AppError('gallery_action_forbidden');
}
