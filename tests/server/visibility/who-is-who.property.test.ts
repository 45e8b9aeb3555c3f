/** The view `who_is_who` against a model that reads like its description, over random links, answers and namesakes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();

const PEOPLE = 5;
const PERSONS = 2;
const person = fc.nat({ max: PEOPLE - 1 });
const minute = fc.nat({ max: 3 });
const world = fc.record({
  people: fc.array(
    fc.record({ club: fc.nat({ max: 1 }), name: fc.constantFrom('Mia', 'Ben'), listed: minute }),
    { minLength: PEOPLE, maxLength: PEOPLE },
  ),
  /** By person of the gallery. */
  said: fc.array(
    fc.record({
      links: fc.uniqueArray(fc.record({ to: person, at: minute }), {
        selector: ({ to }) => to,
        maxLength: 2,
      }),
      declined: fc.uniqueArray(person, { maxLength: 3 }),
      answers: fc.uniqueArray(
        fc.record({ about: person, answer: fc.constantFrom<'yes' | 'no' | 'open'>('yes', 'no', 'open') }),
        { selector: ({ about }) => about, maxLength: 4 },
      ),
    }),
    { minLength: PERSONS, maxLength: PERSONS },
  ),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** One link for a person and a club: the first counts. */
const linksOf = ({ people }: World, { links }: World['said'][number]) =>
  links.filter(({ to }, i) => links.findIndex((link) => people[link.to]!.club === people[to]!.club) === i);

/** For whom each of the people is this person, by their numbers. */
function ranksOf(given: World, said: World['said'][number]) {
  const links = linksOf(given, said);
  const listed = (i: number) => given.people[i]!;
  const areNamesakes = (a: number, b: number) =>
    a !== b && listed(a).club === listed(b).club && listed(a).name === listed(b).name;
  return given.people.map((them, i) => {
    const answer = said.answers.find(({ about }) => about === i)?.answer;
    const isLinked = links.some(({ to }) => to === i);
    const inClub = links.find(({ to }) => listed(to).club === them.club);
    const isDeclined = said.declined.includes(i);
    const mayBeMeant =
      inClub !== undefined &&
      areNamesakes(inClub.to, i) &&
      them.listed <= inClub.at &&
      !isDeclined &&
      answer !== 'no';
    return {
      for_family: answer === undefined ? isLinked : answer === 'yes',
      for_outside: isLinked || (answer === 'yes' && !inClub && !isDeclined),
      for_refusal: isLinked || mayBeMeant || (answer === 'yes' && (!inClub || areNamesakes(inClub.to, i))),
    };
  });
}

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));

async function write(clubs: string[], gallery: string, given: World) {
  const { db } = app.ctx;
  const people = given.people.map(({ club, name, listed }) => ({
    id: newId(),
    club_id: clubs[club]!,
    first_name: name,
    named_at: at(listed),
  }));
  const persons = given.said.map((_, i) => ({ id: newId(), gallery_id: gallery, number: i + 1 }));
  await db.deleteFrom('person').execute();
  await db.deleteFrom('club_person').execute();
  await db.insertInto('club_person').values(people).execute();
  await db.insertInto('person').values(persons).execute();
  for (const [i, said] of given.said.entries()) {
    const person_id = persons[i]!.id;
    for (const { to, at: minutes } of linksOf(given, said))
      await db
        .insertInto('club_person_link')
        .values({
          person_id,
          club_id: people[to]!.club_id,
          club_person_id: people[to]!.id,
          created_at: at(minutes),
        })
        .execute();
    for (const who of said.declined)
      await db
        .insertInto('declined_link')
        .values({ person_id, club_person_id: people[who]!.id, declined_at: at(0) })
        .execute();
    for (const { about, answer } of said.answers)
      await db
        .insertInto('link_question')
        .values({ person_id, club_person_id: people[about]!.id, answer, answered_at: at(0) })
        .execute();
  }
  return { people, persons };
}

test('who is who is ranked as the model says, for family, outside and refusals', async () => {
  const clubs = [await createClub(app), await createClub(app)];
  const gallery = await createGallery(app, { event: await createEvent(app, clubs) });
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { people, persons } = await write(clubs, gallery, given);
      const rows = await app.ctx.db.selectFrom('who_is_who').selectAll().execute();
      const ranked = persons.map(({ id }) =>
        people.map((them) => {
          const about = rows.filter((row) => row.person_id === id && row.club_person_id === them.id);
          for (const { club_id } of about) expect(club_id).toBe(them.club_id);
          for (const rank of ['for_outside', 'for_refusal'] as const)
            expect(about.filter((row) => row[rank]).length).toBeLessThan(2);
          return {
            for_family: about.some((row) => row.for_family),
            for_outside: about.some((row) => row.for_outside),
            for_refusal: about.some((row) => row.for_refusal),
          };
        }),
      );
      expect(ranked).toEqual(given.said.map((said) => ranksOf(given, said)));
    }),
    { numRuns: runs(40, 1_000) },
  );
});
