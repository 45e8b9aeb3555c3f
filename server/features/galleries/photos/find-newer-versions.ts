import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { dayMs, serverLifetimes } from '#server/contract/lifetimes.ts';
import { targetRules } from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { NewerVersion, NewerVersions } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { onlyIds } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPhotoShownTo } from '#server/visibility/photo-visibility.sql.ts';
import { compareMedium } from './compare-medium.ts';
import type { PhotoFileDependencies } from './store-photo-files.ts';

type Dependencies = PhotoFileDependencies & Needs<'clock' | 'rateLimits'> & { recall: Recall };

/** Photos that one added photo is compared with. */
const MOST_COMPARED = 4;

/**
 * Which of the photos that the viewer has just added show the same shot as one that was there, and that they may replace by it
 * (replace-by-added.ts). Only those of one name, or of one capture time with a fraction of a second, are compared: a burst has many in
 * one second.
 */
export async function findNewerVersions(
  ctx: Dependencies,
  viewer: SignedIn,
  { id, photo_ids }: { id: string; photo_ids: readonly string[] },
): Promise<NewerVersions> {
  const gallery = await requireGallery(ctx, viewer, id, 'uploadPhotos');
  const isReplaceable = targetRules.gallery.deletePhotos(viewer, gallery.facts)
    ? sql<boolean>`true`
    : sql<boolean>`earlier.uploaded_by = ${viewer.id}::uuid`;
  const isMeant = sql<boolean>`(${isReplaceable} and ${isPhotoShownTo(gallery.audience, sql.ref('earlier.id'))})`;
  const candidates = await listCandidates(ctx.db, viewer.id, gallery.id, onlyIds(photo_ids), isMeant);
  const newer: NewerVersion[] = [];
  const taken = new Set<string>();
  const ofEach = [...Map.groupBy(candidates, ({ id }) => id).values()];
  // Of two that show the shot of a third, the one that is called so.
  const rankOf = (of: Candidate[]) => Number(!of[0]?.has_same_name);
  for (const each of ofEach.sort((a, b) => rankOf(a) - rankOf(b))) {
    await ctx.rateLimits.limitRequests('upload', viewer.id);
    const found = await findClosest(
      ctx,
      each.filter(({ earlier_id }) => !taken.has(earlier_id)),
    );
    if (!found) continue;
    taken.add(found.earlier_id);
    newer.push(versionOf(found));
  }
  return { versions: newer, kept_days: serverLifetimes.versionKeptMs / dayMs };
}

type Candidate = {
  id: string;
  filename: string;
  rendition_version: number;
  earlier_id: string;
  earlier_filename: string;
  earlier_version: number;
  has_same_name: boolean;
};

/** For each of these photos, as far as the user uploaded them, those that it may be a newer version of; likely ones first. */
async function listCandidates(
  db: Kysely<DB>,
  userId: string,
  galleryId: string,
  photoIds: readonly string[],
  isMeant: RawBuilder<boolean>,
): Promise<Candidate[]> {
  const ids = sql`${[...photoIds]}::uuid[]`;
  const nameOf = (table: string) =>
    sql`lower(regexp_replace(${sql.ref(`${table}.filename`)}, '\\.[^.]*$', ''))`;
  const { rows } = await sql<Candidate>`
    select added.id, added.filename, added.rendition_version, before.*
    from photo added cross join lateral (
      select earlier.id as earlier_id, earlier.filename as earlier_filename, earlier.rendition_version as earlier_version,
        ${nameOf('earlier')} = ${nameOf('added')} as has_same_name
      from photo earlier
      where earlier.gallery_id = added.gallery_id and earlier.id < added.id and earlier.id <> all(${ids})
        and earlier.taken_at_local is not distinct from added.taken_at_local
        and (${nameOf('earlier')} = ${nameOf('added')} or added.taken_at_local ~ '\\.\\d*[1-9]')
        and ${isMeant}
      order by has_same_name desc, earlier.id desc limit ${MOST_COMPARED}) before
    where added.gallery_id = ${galleryId}::uuid and added.id = any(${ids}) and added.uploaded_by = ${userId}::uuid
      and not exists (select from accepted_guest_photo of_guest where of_guest.photo_id = added.id)
    order by added.id, before.has_same_name desc, before.earlier_id desc`.execute(db);
  return rows;
}

/** One of the same name, else the one that is most alike. */
async function findClosest(ctx: Dependencies, candidates: readonly Candidate[]) {
  let closest: { candidate: Candidate; distance: number } | undefined;
  for (const candidate of candidates) {
    if (closest?.candidate.has_same_name && !candidate.has_same_name) break;
    const { earlier_id, earlier_version, id, rendition_version } = candidate;
    const compared = await compareMedium(
      ctx,
      { id: earlier_id, version: earlier_version },
      { id, version: rendition_version },
    ).catch((error: unknown) => {
      // Deleted or replaced meanwhile.
      if (error instanceof StoredFileMissing) return undefined;
      throw error;
    });
    if (compared?.isSame && compared.distance < (closest?.distance ?? Number.POSITIVE_INFINITY))
      closest = { candidate, distance: compared.distance };
  }
  return closest?.candidate;
}

const versionOf = (of: Candidate): NewerVersion => ({
  photo_id: of.id,
  filename: of.filename,
  thumbnail_url: pictureUrl(of, 'small'),
  earlier: {
    id: of.earlier_id,
    filename: of.earlier_filename,
    thumbnail_url: pictureUrl({ id: of.earlier_id, rendition_version: of.earlier_version }, 'small'),
  },
});
