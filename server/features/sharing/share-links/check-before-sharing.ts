import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { type GalleryFacts, targetRules, type Viewer } from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { PersonForViewer } from '#server/contract/schemas/gallery-people.ts';
import type { sharingCheck } from '#server/contract/schemas/share-links.ts';
import { listPeopleByIds } from '#server/features/faces/gallery-people/gallery-people.repository.ts';
import { namesIn } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { galleryProgress } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { requireId } from '#server/ids.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPhotoShownByLinkRow } from '#server/visibility/photo-visibility.sql.ts';
import { listRefusersToPlace } from './absent-refusers.repository.ts';
import { listAddedAfterRemoval } from './added-after-removal.repository.ts';
import { countLeftOut, listKeptInside, listRefused } from './left-out-of-sharing.repository.ts';
import { listNamedAsListed } from './named-as-listed.repository.ts';
import { listOthersWhoMayAnswer } from './notify-photos-waiting.ts';
import { listAsked, listAskers, readsList } from './people-asked-of-club.repository.ts';
import { listHiddenElsewhere, listPeopleToCheck, type PersonToCheck } from './people-to-check.repository.ts';
import { countWaiting, type Waiting } from './waiting-photos.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'engine'> & {
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
  if (!targetRules.gallery.createSharingLinks(ctx.viewer, gallery.facts)) return onlyAsked(ctx);
  const { isShared, isChecked } = await whatIsShared(ctx, linkId);
  const toCheck = await listPeopleToCheck(ctx, isShared, isChecked);
  const refused = await listRefused(ctx, isShared);
  const people = await listPeopleByIds(
    db,
    [...toCheck, ...refused].map((row) => row.person_id),
    await namesIn(ctx),
  );
  const withPerson = personOfEach(people);
  const ofReason = (wanted: PersonToCheck['reason']) =>
    withPerson(toCheck.filter(({ reason }) => reason === wanted));
  const waitingFor = await countWaiting(ctx, isShared);
  const { waiting, processing } = await galleryProgress(db, gallery.id, 'editors');
  const kept = await listKeptInside(ctx, isShared, listSizes.keptInside);
  const hiddenElsewhere = isChecked
    ? { photos: [], total: 0 }
    : await listHiddenElsewhere(ctx, isShared, listSizes.keptInside);
  const added = await listAddedAfterRemoval(ctx, isShared);
  const askedBy = await listAskers(
    ctx,
    toCheck.map((row) => row.person_id),
  );
  const asked = (reason: 'asks_viewer' | 'asked') =>
    ofReason(reason).map(({ person, photo_count, is_answered }) => ({
      person,
      photo_count,
      asks_viewer: reason === 'asks_viewer',
      is_answered,
      asked_by: askedBy(person.id),
    }));
  const likely = await askAbout(ctx, ofReason('likely_refuser'), waitingFor.each);
  const toPlace =
    !isChecked && toCheck.some(({ reason }) => reason === 'unlinked')
      ? await listRefusersToPlace(
          ctx,
          likely.map(({ club_person_id }) => club_person_id),
        )
      : { named: [], unnamed: [] };
  const asksViewer = asked('asks_viewer');
  const unlinked = ofReason('unlinked');
  const mayLink = targetRules.gallery.editPeople(ctx.viewer, gallery.facts);
  return {
    to_ask:
      asksViewer.length +
      likely.length +
      toPlace.named.length +
      toPlace.unnamed.length +
      hiddenElsewhere.total +
      Math.min(added.total, 1),
    to_check:
      toCheck.filter(({ reason }) => reason !== 'asked').length +
      hiddenElsewhere.total +
      Math.min(added.total, 1),
    refused: withPerson(refused),
    left_out: await countLeftOut(ctx, isShared),
    likely_refusers: likely,
    refusers_to_place: toPlace.named.slice(0, REFUSERS_AT_ONCE),
    refusers_of_others: toPlace.unnamed,
    waiting_elsewhere: waitingFor.elsewhere,
    unanswered: ofReason('unanswered'),
    unlinked,
    named_as_listed: mayLink
      ? await listNamedAsListed(
          ctx,
          unlinked.map(({ person }) => person.id),
        )
      : [],
    asked: [...asksViewer, ...asked('asked')],
    reads_list: await readsList(ctx),
    can_ask_club: (await listOthersWhoMayAnswer(db, ctx.viewer.id, gallery.id)).length > 0,
    hidden_elsewhere: toTiles(hiddenElsewhere),
    ...(added.total > 0 && {
      added_after_removal: { ...toTiles(added), people: added.people, photo_ids: added.photo_ids },
    }),
    kept_inside: toTiles(kept),
    pending_photos: waiting + processing,
  };
}

/** Puts the person in place of its id; rows of others are left out. */
function personOfEach(people: readonly PersonForViewer[]) {
  const byId = new Map(people.map((person) => [person.id, person]));
  return <R extends { person_id: string }>(rows: readonly R[]) =>
    rows.flatMap(({ person_id, ...row }) => {
      const person = byId.get(person_id);
      return person ? [{ ...row, person }] : [];
    });
}

/** For those who answer about people, and do not share the gallery. */
async function onlyAsked(ctx: Dependencies): Promise<z.input<typeof sharingCheck>> {
  const rows = await listAsked(ctx, photosOf(ctx));
  const ids = rows.map((row) => row.person_id);
  const people = await listPeopleByIds(ctx.db, ids, await namesIn(ctx));
  const askedBy = await listAskers(ctx, ids);
  const asked = personOfEach(people)(rows).map((row) => ({
    ...row,
    asks_viewer: true,
    is_answered: false,
    asked_by: askedBy(row.person.id),
  }));
  const nothing = { photos: [], total: 0 };
  return {
    to_ask: asked.length,
    to_check: asked.length,
    asked,
    reads_list: true,
    can_ask_club: false,
    refused: [],
    left_out: 0,
    likely_refusers: [],
    refusers_to_place: [],
    refusers_of_others: [],
    waiting_elsewhere: 0,
    unanswered: [],
    unlinked: [],
    named_as_listed: [],
    hidden_elsewhere: nothing,
    kept_inside: nothing,
    pending_photos: 0,
  };
}

const toTiles = ({
  photos,
  total,
}: Pick<Awaited<ReturnType<typeof listKeptInside>>, 'photos' | 'total'>) => ({
  total,
  photos: photos.map(({ rendition_version, ...photo }) => ({
    ...photo,
    thumbnail_url: pictureUrl({ id: photo.id, rendition_version }, 'small'),
  })),
});

/** The most who are asked about at once; the next come when these are answered. */
const REFUSERS_AT_ONCE = 10;
type Asked = { refuser_id: string | null; person: PersonForViewer; photo_count: number };

/** One question for each of those who refused, in the order of the rows. */
async function askAbout(
  { db }: Dependencies,
  rows: readonly Asked[],
  waitingFor: (clubPersonId: string) => Waiting | null,
) {
  const byRefuser = [...Map.groupBy(rows, ({ refuser_id }) => refuser_id)].slice(0, REFUSERS_AT_ONCE);
  const named = await db
    .selectFrom('club_person')
    .select(['id', nameToTellApart().as('name')])
    .where(sql<boolean>`id = any(${byRefuser.map(([id]) => id)}::uuid[])`)
    .execute();
  return byRefuser.flatMap(([id, people]) =>
    named
      .filter((one) => one.id === id)
      .map(({ name }) => ({ club_person_id: id!, name, people, waiting: waitingFor(id!) })),
  );
}

const photosOf = ({ gallery }: Pick<Dependencies, 'gallery'>) =>
  sql<boolean>`(photo.gallery_id = ${gallery.id}::uuid and not ${isTakenDown()})`;

/** A condition on `photo`: what a link shows, or all of the gallery. */
async function whatIsShared(
  { db, clock, gallery }: Dependencies,
  linkId: string | undefined,
): Promise<{ isShared: RawBuilder<boolean>; isChecked: boolean }> {
  if (linkId === undefined)
    return {
      isShared: photosOf({ gallery }),
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
