import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { GalleryFacts, Viewer } from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { sharingCheck } from '#server/contract/schemas/share-links.ts';
import { listPeopleByIds } from '#server/features/gallery-people/gallery-people.repository.ts';
import { namesIn } from '#server/features/gallery-people/names-for-signed-in.repository.ts';
import { galleryProgress } from '#server/features/photos/photo-analyses.repository.ts';
import { requireId } from '#server/ids.ts';
import { refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPhotoShownByLinkRow } from '#server/visibility/photo-visibility.sql.ts';
import { countLeftOut, listKeptInside, listRefused } from './left-out-of-sharing.repository.ts';
import { listPeopleToCheck } from './people-to-check.repository.ts';

type Dependencies = Needs<'db' | 'clock'> & {
  viewer: Viewer;
  gallery: { id: string; facts: GalleryFacts };
};

/**
 * Who would be seen outside the club, by what their families answered: asked before a link is made active, or a gallery
 * public. Names and links are those that the viewer reads in the gallery.
 * @throws AppError link_not_found
 */
export async function checkBeforeSharing(
  ctx: Dependencies,
  linkId: string | undefined,
): Promise<z.input<typeof sharingCheck>> {
  const { db, gallery } = ctx;
  const { isShared, isChecked } = await whatIsShared(ctx, linkId);
  const toCheck = isChecked ? [] : await listPeopleToCheck(ctx, isShared);
  const refused = await listRefused(ctx, isShared);
  const people = await listPeopleByIds(
    db,
    [...toCheck, ...refused].map((row) => row.person_id),
    await namesIn(ctx),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const withPerson = <R extends { person_id: string }>(rows: readonly R[]) =>
    rows.flatMap(({ person_id, ...row }) => {
      const person = byId.get(person_id);
      return person ? [{ ...row, person }] : [];
    });
  const ofReason = (wanted: string) =>
    withPerson(toCheck.flatMap(({ reason, ...row }) => (reason === wanted ? [row] : [])));
  const { waiting, processing } = await galleryProgress(db, gallery.id, 'editors');
  const kept = await listKeptInside(ctx, isShared, listSizes.keptInside);
  return {
    to_check: toCheck.length,
    refused: withPerson(refused),
    left_out: await countLeftOut(ctx, isShared),
    unanswered: ofReason('unanswered'),
    unlinked: ofReason('unlinked'),
    kept_inside: {
      total: kept.total,
      photos: kept.photos.map(({ rendition_version, ...photo }) => ({
        ...photo,
        thumbnail_url: pictureUrl({ id: photo.id, rendition_version }, 'small'),
      })),
    },
    pending_photos: waiting + processing,
  };
}

/** A condition on `photo`: what a link shows, or all of the gallery. */
async function whatIsShared(
  { db, clock, gallery }: Dependencies,
  linkId: string | undefined,
): Promise<{ isShared: RawBuilder<boolean>; isChecked: boolean }> {
  if (linkId === undefined)
    return {
      isShared: sql<boolean>`(photo.gallery_id = ${gallery.id}::uuid and not ${isTakenDown()})`,
      isChecked: false,
    };
  const link = await db
    .selectFrom('share_link')
    .select(['id', 'counts_as_checked'])
    .where('id', '=', requireId(linkId, 'link_not_found'))
    .where('gallery_id', '=', gallery.id)
    .executeTakeFirst();
  if (!link) throw new AppError('link_not_found');
  const refusals = refusalsIn({ galleryId: gallery.id, today: clock.today() });
  return {
    isShared: sql<boolean>`(photo.gallery_id = ${gallery.id}::uuid and exists (
      select 1 from share_link where share_link.id = ${link.id}::uuid and ${isPhotoShownByLinkRow(refusals)}))`,
    isChecked: link.counts_as_checked,
  };
}
