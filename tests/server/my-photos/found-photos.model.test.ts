import { beforeAll, expect, test } from 'vitest';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import {
  addReference,
  createClubPerson,
  embeddingAt,
  makeGuardian,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPhotoOf, foundFace, groupByHand } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const visibilities = ['private', 'club_restricted', 'public'] as const;
const relations = ['none', 'added', 'photographer', 'creator'] as const;
const families = ['self', 'guardian', 'asked', 'ended', 'none'] as const;
const answers = ['yes', 'no', 'withdrawn', 'yes until yesterday', 'none'] as const;
const ages = ['child', 'unknown', 'adult'] as const;

type Place = { photo: string; visibility: string; relation: string; embedded: 'near' | 'far' };

const app = startTestAppBeforeAll();
let club: string;
let viewer: Actor;
const places: Place[] = [];

/** One gallery of each kind, with somebody near the picture in it and somebody far from it. */
beforeAll(async () => {
  club = await createClub(app);
  viewer = await createActor(app);
  const event = await createEvent(app, [club]);
  for (const visibility of visibilities)
    for (const relation of relations) {
      const gallery = await createGallery(app, {
        event,
        visibility,
        photographer: relation === 'photographer' ? viewer.id : null,
        createdBy: relation === 'creator' ? viewer.id : null,
      });
      if (relation === 'added')
        await app.ctx.db
          .insertInto('gallery_user')
          .values({ gallery_id: gallery, user_id: viewer.id })
          .execute();
      for (const embedded of ['near', 'far'] as const) {
        const face = foundFace('', { embedding: embeddingAt(0, embedded === 'near' ? 0.03 : 0.5) });
        const { photo, faces } = await createPhotoOf(app, gallery, ['one'], [face]);
        await groupByHand(app, gallery, [[faces.one!]]);
        places.push({ photo, visibility, relation, embedded });
      }
    }
});

/** What the viewer may see, written apart from the product: the gallery, then the family, then its yes. */
function expected(state: {
  member: boolean;
  family: (typeof families)[number];
  answer: (typeof answers)[number];
  age: (typeof ages)[number];
}): string[] | 'refused' {
  const isFamily =
    state.member && (state.family === 'self' || (state.family === 'guardian' && state.age !== 'adult'));
  if (!isFamily) return 'refused';
  if (state.answer !== 'yes') return [];
  return places
    .filter(({ embedded }) => embedded === 'near')
    .filter(
      ({ visibility, relation }) =>
        relation !== 'none' || visibility === 'public' || (visibility === 'club_restricted' && state.member),
    )
    .map(({ photo }) => photo);
}

test('in every state of visibility, membership, guardianship, consent and age exactly what is permitted is found', async () => {
  let states = 0;
  for (const member of [true, false]) {
    await app.ctx.db.deleteFrom('club_membership').execute();
    if (member) await addMember(app, club, viewer.id);
    for (const family of families)
      for (const answer of answers)
        for (const age of ages) {
          const born = { child: '2018-01-01', unknown: undefined, adult: '1990-01-01' }[age];
          const person = await createClubPerson(app, club, {
            ...(born ? { born_on: born } : {}),
            ...(family === 'self' ? { user_id: viewer.id } : {}),
          });
          if (family === 'guardian') await makeGuardian(app, person, viewer.id);
          if (family === 'asked' || family === 'ended') await makeGuardian(app, person, viewer.id, family);
          await addReference(app, person, embeddingAt(0));
          if (answer === 'yes until yesterday') await sayFind(app, person, 'yes', { until: '2020-01-01' });
          else if (answer !== 'none') await sayFind(app, person, answer);
          const { status, body } = await viewer.call<{ photos: FoundPhoto[] }>(
            'GET',
            `/my-photos/${person}/photos`,
          );
          const got = status === 404 ? 'refused' : body.data.photos.map(({ id }) => id).sort();
          const wanted = expected({ member, family, answer, age });
          const told = { member, family, answer, age };
          expect({ ...told, got }).toEqual({
            ...told,
            got: wanted === 'refused' ? wanted : wanted.toSorted(),
          });
          await app.ctx.db.deleteFrom('club_person').where('id', '=', person).execute();
          states += places.length;
        }
  }
  expect(states).toBeGreaterThan(3_000);
});
