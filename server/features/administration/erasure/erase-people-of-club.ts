import { sql } from 'kysely';
import type { CurrentConsent } from '#server/contract/consent.ts';
import type { Endings } from '#server/endings.ts';
import { notifyTakedownDeciders } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { forgetDeletedPhotosOf } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { removeSomeEndedPhotos } from '#server/features/galleries/photos/purge-deleted-photos.ts';
import { insertErasure } from '#server/features/people/club-people/erasures.repository.ts';
import { requestTakedownsOfPeople } from '#server/features/sharing/takedowns/request-takedowns-of-people.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';

/**
 * Prepares the deletion of a club, whose people and their answers are deleted with its row, so that no refusal ends by it:
 * - photos of people who may not be shown outside the club are hidden, and wait for a decision like all photos that somebody
 *   asked to take down: nobody is inside the club any more
 * - deleted photos with a face that is linked to one of the club's people can no longer be restored
 * - links no longer let visitors filter by person where somebody is linked who has not agreed to be shown outside
 * - names that were typed in galleries for linked people without a yes to that are removed
 *
 * Notifications that name the club's people by id are deleted. The erasures are noted, for backups. Once the club is gone, those
 * who decide about its galleries are told of the photos that were hidden.
 */
export const erasePeopleOfClub: Endings['clubEnds'] = async (ctx, trx, clubId) => {
  const [now, today] = [ctx.clock.now(), ctx.clock.today()];
  const isOfClub = sql`club_person_id in (select id from club_person where club_id = ${clubId}::uuid)`;
  // Galleries before people, in the order in which decisions lock them.
  await sql`
    select id from stored_gallery where id in (
      select person.gallery_id from club_person_link join person on person.id = person_id where ${isOfClub})
    order by id for update`.execute(trx);
  const consent = (purpose: 'name' | 'outside') =>
    currentConsentOf(sql.ref('club_person.id'), purpose, today);
  const { rows: people } = await sql<{ id: string; outside: CurrentConsent; is_named: boolean }>`
    select id, ${consent('outside')} as outside, ${consent('name')} = 'yes' as is_named
    from club_person where club_id = ${clubId}::uuid order by id for update`.execute(trx);
  const refusing = people.filter(({ outside }) => outside === 'no').map(({ id }) => id);
  const withoutYes = people.filter(({ outside }) => outside !== 'yes').map(({ id }) => id);
  const unnamed = people.filter((person) => !person.is_named).map(({ id }) => id);
  const { rows: persons } = await sql<{ person_id: string }>`
    select person_id from club_person_link where club_person_id = any(${refusing}::uuid[])
    union select person_id from link_question where club_person_id = any(${refusing}::uuid[]) and answer = 'yes'`.execute(
    trx,
  );
  const { rows: linked } = await sql<{ person_id: string }>`
    select person_id from club_person_link where ${isOfClub}`.execute(trx);
  await forgetDeletedPhotosOf(
    trx,
    [...persons, ...linked].map(({ person_id }) => person_id),
  );
  await removeSomeEndedPhotos(ctx, trx);
  const hidden = await requestTakedownsOfPeople(
    trx,
    persons.map(({ person_id }) => person_id),
    'club',
    now,
  );
  const { rows: renamed } = await sql<{ gallery_id: string }>`
    update person set name = '' where name <> '' and id in (
      select person_id from club_person_link where club_person_id = any(${unnamed}::uuid[]))
    returning gallery_id`.execute(trx);
  await sql`
    update share_link set show_people = false where show_people and gallery_id in (
      select person.gallery_id from club_person_link join person on person.id = person_id
      where club_person_id = any(${withoutYes}::uuid[]))`.execute(trx);
  for (const { id, outside } of people)
    await insertErasure(trx, {
      kind: 'person',
      subject_id: id,
      club_id: clubId,
      hides_photos: outside === 'no',
      erased_at: now,
      counts: {},
    });
  await sql`delete from notification where params ->> 'club_id' = ${clubId}`.execute(trx);
  const galleries = new Set([...hidden.galleries, ...renamed.map(({ gallery_id }) => gallery_id)]);
  return async () => {
    const users: string[] = [];
    for (const gallery of hidden.galleries)
      users.push(...(await notifyTakedownDeciders(ctx, trx, gallery, undefined)));
    return { users, galleries: [...galleries] };
  };
};
