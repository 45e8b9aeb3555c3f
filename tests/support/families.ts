import { calendarDateOf } from '#server/clock.ts';
import type { Purpose } from '#server/contract/consent.ts';
import type { Family, FamilyPerson } from '#server/contract/schemas/family.ts';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor, createClub, createEvent, createGallery } from './actors.ts';
import { addReference, embeddingAt } from './club-people.ts';
import type { TestApp } from './test-app.ts';

/** People of clubs, their guardians, and what they say. */
export async function createClubPerson(
  app: TestApp,
  club_id: string,
  values: { first_name?: string; last_name?: string; born_on?: string | null; user_id?: string | null } = {},
): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto('club_person')
    .values({ id, club_id, first_name: 'Mia', ...values })
    .execute();
  return id;
}

/** A member of the club who is a confirmed guardian. */
export async function createGuardian(
  app: TestApp,
  club: string,
  clubPersonId: string,
  state: 'asked' | 'confirmed' = 'confirmed',
): Promise<Actor & { guardianship: string }> {
  const actor = await createActor(app);
  await addMember(app, club, actor.id);
  const guardianship = newId();
  await app.ctx.db
    .insertInto('guardianship')
    .values({
      id: guardianship,
      club_person_id: clubPersonId,
      user_id: actor.id,
      state,
      asked_at: new Date(),
      ...(state === 'confirmed' ? { decided_at: new Date() } : {}),
    })
    .execute();
  return { ...actor, guardianship };
}

export const familyOf = async (actor: Actor, language = 'en'): Promise<Family> =>
  (await actor.call<Family>('GET', `/family?language=${language}`)).body.data;

export const consentsOf = (person: FamilyPerson | undefined) =>
  Object.fromEntries((person?.consents ?? []).map(({ purpose, current }) => [purpose, current]));

/** Answers one question with the text in force. */
export async function answer(actor: Actor, clubPersonId: string, purpose: string, said: 'yes' | 'no') {
  const person = (await familyOf(actor)).people.find(({ id }) => id === clubPersonId);
  const asked = person?.consents.find((each) => each.purpose === purpose);
  return actor.call('POST', `/family/people/${clubPersonId}/consents`, {
    purpose,
    answer: said,
    language: 'en',
    text_version: asked?.text.version ?? '',
  });
}

/** The date of birth of somebody who becomes that old today, or so many days later. */
export function birthday(years: number, daysLater = 0): string {
  const date = new Date();
  date.setFullYear(date.getFullYear() - years);
  date.setDate(date.getDate() + daysLater);
  return calendarDateOf(date);
}

/**
 * Mia Berg, ten years old, whose guardians gave these answers and one picture of her, and a gallery of her club that the editor
 * made.
 */
export async function createFamily(
  app: TestApp,
  answers: Partial<Record<Purpose, 'yes' | 'no'>>,
  { guardians = 1, pictureFor = 'find' }: { guardians?: number; pictureFor?: 'find' | 'guard' } = {},
) {
  const club = await createClub(app, 'FC Home');
  const editor = await createActor(app, [{ role: 'photographer', club }]);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });
  const mia = await createClubPerson(app, club, {
    first_name: 'Mia',
    last_name: 'Berg',
    born_on: birthday(10),
  });
  const parents = [];
  for (let i = 0; i < guardians; i += 1) parents.push(await createGuardian(app, club, mia));
  for (const parent of parents)
    for (const [purpose, said] of Object.entries(answers)) await answer(parent, mia, purpose, said);
  await addReference(app, mia, embeddingAt(0), { purpose: pictureFor });
  const [mother, father] = parents;
  return { club, editor, gallery, mia, mother: mother!, father };
}
