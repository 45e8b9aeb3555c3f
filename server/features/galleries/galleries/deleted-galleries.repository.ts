import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { daysBetween } from '#server/contract/calendar-dates.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { targetRules, type Viewer } from '#server/contract/permissions.ts';
import type { DeletedGallery } from '#server/contract/schemas/galleries.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { restorableSince } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { requireId } from '#server/ids.ts';
import { factColumns, galleryFacts } from './galleries.repository.ts';

type Dependencies = Needs<'db' | 'clock'>;
type Executor = Kysely<DB> | Transaction<DB>;

const photosOf = sql<number>`(select count(*)::int from deleted_photo where deleted_photo.gallery_id = gallery.id
  and deleted_photo.deleted_at = gallery.deleted_at and snapshot is not null)`;

/** Deleted galleries that can be restored, with what the permission table asks about them. */
async function restorable(db: Executor, { clock }: Needs<'clock'>, viewer: Viewer) {
  const since = await restorableSince(db, clock.now());
  const galleries = db
    .selectFrom('stored_gallery as gallery')
    .where('gallery.deleted_at', '>', since)
    .where((gallery) =>
      gallery.or([
        gallery('gallery.kept_until', 'is', null),
        gallery('gallery.kept_until', '>=', clock.today()),
      ]),
    )
    .select(['gallery.id', 'gallery.name', 'gallery.kept_until'])
    .select(['gallery.visibility', 'gallery.created_by', 'gallery.photographer_id'])
    .select((gallery) => gallery.ref('gallery.deleted_at').$notNull().as('deleted_at'))
    .select(factColumns(viewer));
  return { since, galleries };
}

type Row = Awaited<
  ReturnType<Awaited<ReturnType<typeof restorable>>['galleries']['executeTakeFirstOrThrow']>
>;

/** Who may delete a gallery may restore it, by the rights of now. */
const mayRestore = (viewer: Viewer, row: Row): boolean =>
  targetRules.gallery.delete(viewer, galleryFacts(viewer, row));

/** The deleted galleries that the viewer may restore, last deleted first. */
export async function listDeletedGalleries(ctx: Dependencies, viewer: Viewer): Promise<DeletedGallery[]> {
  const { since, galleries } = await restorable(ctx.db, ctx, viewer);
  const rows = await galleries
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .leftJoin('app_user as deleter', 'deleter.id', 'gallery.deleted_by')
    .select(['event.name as event_name', userNameOf('deleter').as('deleted_by'), photosOf.as('photo_count')])
    .orderBy('gallery.deleted_at', 'desc')
    .orderBy('gallery.id', 'desc')
    .execute();
  return rows
    .filter((row) => mayRestore(viewer, row))
    .map(({ id, name, event_name, deleted_by, photo_count, deleted_at, kept_until }) => ({
      ...{ id, name, event_name, deleted_by, photo_count },
      deleted_at: deleted_at.toISOString(),
      days_left: Math.min(
        Math.ceil((deleted_at.getTime() - since.getTime()) / dayMs),
        kept_until === null ? Number.POSITIVE_INFINITY : daysBetween(ctx.clock.today(), kept_until) + 1,
      ),
    }));
}

/** Locks a deleted gallery that the viewer may restore. @throws AppError gallery_not_found */
export async function lockDeletedGallery(
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  viewer: Viewer,
  id: string,
) {
  const { galleries } = await restorable(trx, ctx, viewer);
  const row = await galleries
    .where('gallery.id', '=', requireId(id, 'gallery_not_found'))
    .forUpdate()
    .executeTakeFirst();
  if (!row || !mayRestore(viewer, row)) throw new AppError('gallery_not_found');
  return row;
}
