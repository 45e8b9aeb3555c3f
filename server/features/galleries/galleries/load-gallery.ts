import type { Kysely } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import {
  type Authorized,
  type GalleryAction,
  type GalleryFacts,
  refusedActionErrors,
  targetRules,
  unseenActions,
  type Viewer,
} from '#server/contract/permissions.ts';
import type { Visibility } from '#server/contract/schemas/galleries.ts';
import type { DB } from '#server/db/tables.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { requireId } from '#server/ids.ts';
import { type Recall, whoseRights } from '#server/remember-until-written.ts';
import { audienceOf, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { factColumns, galleryFacts } from './galleries.repository.ts';

export type LoadedGallery = {
  id: string;
  name: string;
  event_id: string;
  photographer_id: string | null;
  visibility: Visibility;
  cover_photo_id: string | null;
  created_by: string | null;
  facts: GalleryFacts;
  /** The audience that the viewer belongs to where the gallery's photos are shown. */
  audience: PhotoAudience;
};

function facts(db: Kysely<DB>, viewer: Viewer) {
  return db
    .selectFrom('gallery')
    .select([
      'gallery.id',
      'gallery.name',
      'gallery.event_id',
      'gallery.photographer_id',
      'gallery.visibility',
      'gallery.cover_photo_id',
      'gallery.created_by',
      ...factColumns(viewer),
    ]);
}

/** The gallery and what the permission table asks about it. Throws `gallery_not_found`. */
export async function loadGallery(
  { db, clock }: Needs<'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<LoadedGallery> {
  const row = await facts(db, viewer)
    .where('gallery.id', '=', requireId(id, 'gallery_not_found'))
    .executeTakeFirst();
  if (!row) throw new AppError('gallery_not_found');
  const {
    is_in_club: _,
    is_added_user: __,
    is_photographer_here: ___,
    is_club_admin_here: ____,
    has_ended: _____,
    ...gallery
  } = row;
  const known = galleryFacts(viewer, row);
  return {
    ...gallery,
    facts: known,
    audience: audienceOf(viewer, known, { galleryId: row.id, today: clock.today() }),
  };
}

/** Loads a gallery and asks the permission table; for routes that are no procedure, such as pictures and uploads. */
export async function requireGallery<Action extends GalleryAction>(
  ctx: Needs<'db' | 'clock'> & { recall: Recall },
  viewer: Viewer,
  id: string,
  action: Action,
): Promise<Authorized<LoadedGallery, Action>> {
  const gallery = await ctx.recall(`gallery ${id} ${whoseRights(viewer)} ${ctx.clock.today()}`, () =>
    loadGallery(ctx, viewer, id),
  );
  const isAllowed = targetRules.gallery[action](viewer, gallery.facts);
  const authorized = gallery as Authorized<LoadedGallery, Action>;
  if (isAllowed && unseenActions.has(action)) return authorized;
  if (!targetRules.gallery.read(viewer, gallery.facts)) throw new AppError('gallery_forbidden');
  if (!isAllowed) throw new AppError(refusedActionErrors.gallery);
  return authorized;
}

/**
 * The gallery of a photo, for reading, with the photo's file: one query, because every picture of a page asks it.
 * `requireShown` is asked before bytes are sent.
 * @throws AppError photo_not_found, gallery_forbidden
 */
export async function requireGalleryOfPhoto(ctx: Needs<'db' | 'clock'>, viewer: Viewer, id: string) {
  const row = await facts(ctx.db, viewer)
    .innerJoin('photo', 'photo.gallery_id', 'gallery.id')
    .select([
      'photo.id as photo_id',
      'photo.filename',
      'photo.mime',
      'photo.original_key',
      'photo.bytes',
      'photo.rendition_version',
      'photo.credit',
      'photo.credit_line',
      'photo.taken_at_local',
      'photo.taken_at_offset',
    ])
    .where('photo.id', '=', requireId(id, 'photo_not_found'))
    .executeTakeFirst();
  if (!row) throw new AppError('photo_not_found');
  const known = galleryFacts(viewer, row);
  if (!targetRules.gallery.read(viewer, known)) throw new AppError('gallery_forbidden');
  const { photo_id, filename, mime, original_key, bytes, rendition_version } = row;
  const { credit, credit_line, taken_at_local, taken_at_offset } = row;
  const metadata = { credit, credit_line, taken_at_local, taken_at_offset };
  return {
    file: {
      id: photo_id,
      gallery_id: row.id,
      filename,
      mime,
      original_key,
      bytes,
      rendition_version,
      ...metadata,
    },
    audience: audienceOf(viewer, known, { galleryId: row.id, today: ctx.clock.today() }),
  };
}

/** For a set of galleries in one query: those on which the viewer may do something. */
export async function allowedGalleryIds(
  db: Kysely<DB>,
  viewer: Viewer,
  ids: readonly string[],
  action: GalleryAction,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await facts(db, viewer)
    .where('gallery.id', 'in', [...ids])
    .execute();
  return new Set(
    rows
      .filter((row) => {
        const known = galleryFacts(viewer, row);
        return targetRules.gallery.read(viewer, known) && targetRules.gallery[action](viewer, known);
      })
      .map((row) => row.id),
  );
}

/** Whether another user than the viewer may do something in a gallery. */
export async function mayInGallery(
  db: Kysely<DB>,
  userId: string,
  galleryId: string,
  action: GalleryAction,
): Promise<boolean> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', grantsOfAccount.as('grants')])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return user !== undefined && (await allowedGalleryIds(db, user, [galleryId], action)).has(galleryId);
}

export type GalleryPart = 'photo' | 'person' | 'link' | 'decision';
const partTables = {
  photo: 'photo',
  person: 'person',
  link: 'share_link',
  decision: 'people_decision',
} as const;

/** The gallery that a photo, person, link or decision belongs to; links to people of clubs belong to none. */
export async function findPart(
  db: Kysely<DB>,
  part: GalleryPart,
  id: string,
): Promise<{ gallery_id: string } | undefined> {
  const row = await db
    .selectFrom(partTables[part])
    .select('gallery_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.gallery_id ? { gallery_id: row.gallery_id } : undefined;
}
