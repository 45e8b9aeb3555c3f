import { beforeAll, expect, test } from 'vitest';
import type { ShareLink, VisitorPerson } from '#server/contract/schemas/share-links.ts';
import {
  type Actor,
  type Answer,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const names = ['unlinked', 'agreed', 'refused', 'silent', 'hidden'] as const;
type Name = (typeof names)[number];

const app = startTestAppBeforeAll();
let owner: Actor;
let gallery: string;
let club: string;
let photoWithRefused: string;
const people = {} as Record<Name, string>;
const clubPeople = {} as Record<Name, string>;

/** Everybody is in a photo of their own; who refuses is in one with somebody unlinked, too. */
beforeAll(async () => {
  owner = await createActor(app, ['photographer']);
  club = await createClub(app);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: owner.id });
  const groups: string[][] = [];
  for (const name of names) groups.push([(await createPhotoOf(app, gallery, [name])).faces[name]!]);
  const both = await createPhotoOf(app, gallery, ['unlinked', 'refused']);
  photoWithRefused = both.photo;
  groups[0]!.push(both.faces.unlinked!);
  groups[2]!.push(both.faces.refused!);
  await groupByHand(app, gallery, groups);
  for (const [i, name] of names.entries()) people[name] = await personOf(app, groups[i]![0]!);
  await app.ctx.db.updateTable('person').set({ name: 'Secret name' }).execute();
  await app.ctx.db.updateTable('person').set({ is_hidden: true }).where('id', '=', people.hidden).execute();
  for (const name of ['agreed', 'refused', 'silent'] as const) {
    const clubPerson = await createClubPerson(app, club, { first_name: name });
    clubPeople[name] = clubPerson;
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: people[name], club_id: club, club_person_id: clubPerson })
      .execute();
    if (name !== 'silent') await sayConsent(app, clubPerson, 'outside', name === 'agreed' ? 'yes' : 'no');
  }
});

const create = (fields: object) => owner.call<ShareLink>('POST', `/galleries/${gallery}/links`, fields);
const visit = <T>(token: string, path: string): Promise<Answer<T>> =>
  caller(app.url)<T>('GET', `/galleries/shared/${token}${path}`);
const peopleOf = async (token: string) =>
  (await visit<{ people: VisitorPerson[] }>(token, '/people')).body.data.people;
const photosOf = (token: string, person: string) =>
  visit<{ photos: { id: string }[] }>(token, `/photos?person_id=${person}`);

test('visitors filter by nobody unless the creator of the link switched it on', async () => {
  const { token, show_people } = (await create({})).body.data;
  expect(show_people).toBe(false);
  expect(await peopleOf(token)).toEqual([]);
  expect((await photosOf(token, people.unlinked)).body.code).toBe('person_not_found');
});

test('visitors filter by those who agreed and those the club does not know, without names, in photos they are shown', async () => {
  const { token } = (await create({ show_people: true })).body.data;
  const found = await peopleOf(token);
  expect(Object.fromEntries(found.map(({ id, photo_count }) => [id, photo_count]))).toEqual({
    [people.unlinked]: 1,
    [people.agreed]: 1,
  });
  expect(JSON.stringify(found)).not.toContain('Secret');
  const downloadOf = (person_id: string) =>
    caller(app.url)<{ url: string; photos: number }>('POST', `/galleries/shared/${token}/download`, {
      person_id,
    });
  expect((await downloadOf(people.agreed)).body.data).toMatchObject({ photos: 1 });
  for (const name of ['refused', 'silent', 'hidden'] as const)
    expect((await downloadOf(people[name])).body.code).toBe('person_not_found');
  for (const { representative_photo_url } of found) {
    expect(representative_photo_url).toContain(`/galleries/shared/${token}/photos/`);
    expect(representative_photo_url).not.toContain(photoWithRefused);
  }
  const shown = await photosOf(token, people.unlinked);
  expect(shown.body.data.photos).toHaveLength(1);
  expect(shown.body.data.photos[0]?.id).not.toBe(photoWithRefused);
  for (const name of ['refused', 'silent', 'hidden'] as const)
    expect((await photosOf(token, people[name])).body.code).toBe('person_not_found');
});

test('a link to people or photos shows no filter', async () => {
  const refused = await create({ person_ids: [people.agreed], show_people: true });
  expect([refused.status, refused.body.code]).toEqual([422, 'field_invalid']);
  const { id, token } = (await create({ person_ids: [people.agreed] })).body.data;
  expect((await owner.call('PUT', `/galleries/links/${id}`, { show_people: true })).body.code).toBe(
    'field_invalid',
  );
  expect(await peopleOf(token)).toEqual([]);
});

test('a link to the photos of somebody who refuses is not made, and one made before shows nothing, not even blurred', async () => {
  const refused = await create({ person_ids: [people.unlinked, people.refused] });
  expect([refused.status, refused.body.code]).toEqual([409, 'share_link_refused']);
  const { token } = (await create({ person_ids: [people.agreed] })).body.data;
  const whole = (await create({})).body.data.token;
  const shown = async (of: string) =>
    (await visit<{ photos: { id: string }[] }>(of, '/photos')).body.data.photos.length;
  expect([await shown(token), await shown(whole)]).toEqual([1, 4]);
  await app.ctx.db
    .updateTable('club')
    .set({ refused_outside: 'blur', refused_outside_since: new Date(0) })
    .where('id', '=', club)
    .execute();
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: 'test' })
    .execute();
  await sayConsent(app, clubPeople.agreed, 'outside', 'no');
  // All photos of the gallery are shown now, those of people who refuse with blurred faces.
  expect([await shown(token), await shown(whole)]).toEqual([0, 6]);
});
