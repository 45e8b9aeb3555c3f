import { Readable } from 'node:stream';
import type { AppContext } from '#server/app-context.ts';
import { addDays, addYears } from '#server/contract/calendar-dates.ts';
import type { Purpose } from '#server/contract/consent.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Services } from '#server/create-services.ts';
import { sendReferencePicture } from '#server/features/faces/my-photos/send-reference-picture.ts';
import { actingAs, type DemoIds } from './accounts.ts';
import { shotsOf } from './photos-of-galleries.ts';
import { takeShot } from './take-shot.ts';
import type { DemoLanguage, DemoWords } from './words.ts';

/** Adults on the list of the first club, members of it: ages by username. */
const adults: Record<string, number> = {
  hanna: 34,
  mia: 27,
  jule: 31,
  aylin: 29,
  nina: 33,
  svea: 25,
  kim: 30,
  linh: 28,
  rosa: 37,
};
/** The parent who is signed in as, who is in many photos too. */
const PARENT = 'hanna';
/** What the parent said about the children, in their order; they are in no photo, the demo has none of children. */
const answers: readonly Partial<Record<Purpose, 'yes' | 'no'>>[] = [
  { find: 'yes', name: 'yes', outside: 'no' },
  { find: 'yes' },
];

/** Days between two birthdays of people who follow each other on the list. */
const BIRTHDAYS_APART = 33;

const birthday = (today: string, age: number, index: number): string =>
  addDays(addYears(today, -age), -BIRTHDAYS_APART * (index + 1));

type Office = Awaited<ReturnType<typeof actingAs>>;

/**
 * The first club's list of people: adults with their accounts, two children with their mother, what the family allows, a picture by
 * which the mother is found, and another mother whose claim waits. What is there already stays.
 */
export async function listPeople(
  services: Services,
  ids: DemoIds,
  clubId: string,
  words: DemoWords,
  language: DemoLanguage,
): Promise<void> {
  const { ctx } = services;
  const office = await actingAs(ctx, ids.carla);
  const today = ctx.clock.today();
  for (const [index, [username, age]] of Object.entries(adults).entries()) {
    const [first_name, last_name] = words.people[username] as readonly [string, string];
    await addPerson(ctx, office, clubId, {
      ...{ first_name, last_name, user_id: ids[username] as string },
      born_on: birthday(today, age, index),
    });
  }
  const parent = await actingAs(ctx, ids.hanna);
  const say = async (id: string, purpose: Purpose, answer: 'yes' | 'no') => {
    const { people } = await parent.family.mine({ language });
    const asked = people
      .find((person) => person.id === id)
      ?.consents.find((each) => each.purpose === purpose);
    if (asked && asked.own === null)
      await parent.family.answer({ id, purpose, answer, language, text_version: asked.text.version });
  };
  for (const [index, { name, age }] of words.children.entries()) {
    const [first_name, last_name] = name;
    const born_on = birthday(today, age, index);
    const child = await addPerson(ctx, office, clubId, { first_name, last_name, user_id: null, born_on });
    await makeGuardian(office, parent, { clubId, child, guardian: ids.hanna, language });
    for (const [purpose, answer] of Object.entries(answers[index] ?? {}))
      await say(child, purpose as Purpose, answer);
  }
  const { people } = await parent.family.mine({ language });
  const self = people.find(({ relation }) => relation === 'self');
  if (!self) throw new Error(`${PARENT} is not on the list`);
  for (const purpose of ['find', 'name', 'outside'] as const) await say(self.id, purpose, 'yes');
  await addReference(services, ids, self.id);
  await claimChild(ctx, ids, clubId, words);
  await sayWhoIsNobody(office, clubId);
}

/** The photographer's other names are nobody on the list, so that members read them. */
async function sayWhoIsNobody(office: Office, clubId: string): Promise<void> {
  const { names } = await office.galleryPeople.typedNames({ id: clubId, limit: listSizes.max });
  const people = names
    .filter(({ fits }) => fits.length === 0)
    .map(({ person_id, name }) => ({ id: person_id, name }));
  if (people.length > 0) await office.galleryPeople.namesAreNobody({ id: clubId, people });
}

async function addPerson(
  ctx: AppContext,
  office: Office,
  clubId: string,
  person: { first_name: string; last_name: string; born_on: string; user_id: string | null },
): Promise<string> {
  const found = await ctx.db
    .selectFrom('club_person')
    .select('id')
    .where('club_id', '=', clubId)
    .where('first_name', '=', person.first_name)
    .where('last_name', '=', person.last_name)
    .executeTakeFirst();
  return found?.id ?? (await office.clubPeople.create({ id: clubId, ...person })).id;
}

async function makeGuardian(
  office: Office,
  parent: Office,
  of: { clubId: string; child: string; guardian: string; language: DemoLanguage },
): Promise<void> {
  const wanted = { id: of.clubId, club_person_id: of.child };
  const { guardians } = await office.guardians.list(wanted);
  if (guardians.length === 0) await office.guardians.ask({ ...wanted, user_id: of.guardian });
  for (const { id } of (await parent.family.mine({ language: of.language })).asked)
    await parent.family.accept({ id });
}

/** A portrait of the parent, cut from a photo of the demo. */
async function addReference({ ctx, files }: Services, ids: DemoIds, clubPersonId: string): Promise<void> {
  const there = await ctx.db
    .selectFrom('reference')
    .select('id')
    .where('club_person_id', '=', clubPersonId)
    .executeTakeFirst();
  const portrait = shotsOf.portraits?.find(({ source }) => source === 'sofa');
  if (there || !portrait) return;
  const bytes = await takeShot(portrait, '2026:01:01 12:00:00');
  const draft = await files.store.draft(bytes.length);
  try {
    await draft.write(Readable.from([bytes]));
    const viewer = { id: ids.hanna, sessionId: 'demo', username: PARENT, fullName: '', grants: [] };
    const sent = { purpose: 'find' as const, clubPersonId, path: draft.path, dryRun: false };
    await sendReferencePicture({ ...ctx, ...files, viewer }, sent);
  } finally {
    await draft.discard();
  }
}

/** Another parent has told the club of a child, which waits on the dashboard of its administrator. */
async function claimChild(ctx: AppContext, ids: DemoIds, clubId: string, words: DemoWords): Promise<void> {
  const jule = await actingAs(ctx, ids.jule as string);
  const { claims } = await jule.family.mine({});
  if (claims.length === 0)
    await jule.family.claim({ id: clubId, relation: 'child', name: words.claimedChild });
}
