import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor } from '#tests/support/actors.ts';
import { sayConsent } from '#tests/support/club-people.ts';
import type { PhotoApp } from '#tests/support/photo-app.ts';
import { typedName, type World } from './create-world.ts';
import type { KnownPerson, Purpose } from './privacy-model.ts';
import { addBeside, hide, leaveOut, replace, replaceByAdded, sendByPath } from './replace-in-world.ts';

/** What is said or chosen is told apart by its time: so many milliseconds after the real one. */
let spoken = 0;
/** Who enters papers and removes them. */
let admin: Actor | undefined;

type Pick = <T>(from: readonly T[]) => T;

/** Makes one random change, in the database and in the model alike. */
export async function changeWorld(app: PhotoApp, world: World, pick: Pick): Promise<void> {
  const kinds = [
    'answer',
    'answer',
    'answer',
    'paper removed',
    'link',
    'link',
    'visibility',
    'guardian',
    'member',
    'club',
    'analysis',
    'added',
    'left out by hand',
    'grouped',
    'grouped',
    'grouped',
    'hidden',
    'replaced',
    'replaced',
    'added beside',
    'added beside',
    'replaced by added',
    'replaced by added',
    'another shot by path',
    'another shot by path',
    'awaits comparison',
    'awaits answer',
    'likely',
    'likely',
    'declined',
    'asked',
    'nobody known',
    'name of nobody',
    'name of nobody',
    'listed',
    'caption',
    'caption',
    'captions for readers',
  ];
  const gallery = pick(world.galleries);
  const known = pick(gallery.persons.slice(0, 15)).truly ?? pick(world.people);
  const kind = pick(kinds);
  if (kind === 'answer') return answer(app, world, known, pick);
  if (kind === 'paper removed') return removePaper(app, world, pick);
  if (kind === 'link') return link(app, world, gallery, pick);
  if (kind === 'guardian') return changeGuardian(app, world, known, pick);
  if (kind === 'member') return changeMember(app, world, known, pick);
  const { db } = app.ctx;
  if (kind === 'visibility') {
    gallery.visibility = pick(['public', 'public', 'club_restricted', 'private']);
    await db
      .updateTable('gallery')
      .set({ visibility: gallery.visibility })
      .where('id', '=', gallery.id)
      .execute();
  } else if (kind === 'club') {
    const club = pick([0, 1]);
    const choice = pick(['blur', 'blur', 'leave_out'] as const);
    if (world.model.choice[club] === choice) return;
    spoken += 1;
    world.model.choice[club] = choice;
    world.model.chosen[club] = spoken;
    await db
      .updateTable('club')
      .set({ refused_outside: choice, refused_outside_since: new Date(Date.now() + spoken) })
      .where('id', '=', world.clubs[club]!)
      .execute();
  } else if (kind === 'analysis') {
    const photo = pick(gallery.photos);
    photo.state = pick(['analysed', 'analysed', 'never analysed', 'analysed again']);
    await db
      .updateTable('photo_analysis')
      .set({
        status: photo.state === 'analysed' ? 'completed' : 'queued',
        pipeline_version: photo.state === 'never analysed' ? null : 'test 1',
      })
      .where('photo_id', '=', photo.id)
      .execute();
  } else if (kind === 'likely') {
    return changeLikely(app, world, gallery, pick);
  } else if (kind === 'declined') {
    const number = pick([...gallery.persons.keys()].slice(0, 20));
    const { id: person_id, declined } = gallery.persons[number]!;
    const likely = gallery.photos.flatMap((photo) => [...(photo.likely.get(number) ?? [])]);
    const said = pick([...likely, pick(world.people)]);
    const row = { person_id, club_person_id: said.id };
    if (declined.delete(said))
      await db
        .deleteFrom('declined_link')
        .where('person_id', '=', person_id)
        .where('club_person_id', '=', said.id)
        .execute();
    else {
      declined.add(said);
      await db
        .insertInto('declined_link')
        .values({ ...row, declined_by: null, declined_at: new Date() })
        .execute();
    }
  } else if (kind === 'asked') {
    const person = pick(gallery.persons);
    const faces = db.selectFrom('assignment').where('person_id', '=', person.id);
    if (person.asked)
      await db.deleteFrom('asked_face').where('face_id', 'in', faces.select('face_id')).execute();
    else
      await db
        .insertInto('asked_face')
        .columns(['face_id', 'asked_at'])
        // One is enough for all photos of the person; the oldest is on a photo that does not go.
        .expression(faces.select(['face_id', sql<Date>`now()`.as('at')]).limit(1))
        .execute();
    person.asked = !person.asked;
  } else if (kind === 'nobody known') {
    const person = pick(gallery.persons);
    person.nobodyKnown = pick([true, false]);
    await db
      .updateTable('person')
      .set({ checked_as: person.nobodyKnown ? 'nobody_known' : null })
      .where('id', '=', person.id)
      .execute();
  } else if (kind === 'name of nobody') {
    // Said, or undone.
    const person = pick(gallery.persons);
    const club = pick([0, 1]);
    const row = { person_id: person.id, club_id: world.clubs[club]! };
    if (person.nobodyOf.delete(club))
      await sql`delete from name_of_nobody where person_id = ${row.person_id}::uuid and club_id = ${row.club_id}::uuid`.execute(
        db,
      );
    else {
      person.nobodyOf.add(club);
      await db.insertInto('name_of_nobody').values(row).execute();
    }
  } else if (kind === 'caption') {
    const photo = pick(gallery.photos);
    const number = pick([...gallery.persons.keys()].slice(0, 20));
    const linked = gallery.persons.flatMap((person) => [...person.linked]);
    const named = pick([typedName(number), known.name, pick([known, ...linked]).name, 'the keeper']);
    photo.caption = pick(['Goal by X', "X's goal", '#X-team, 3:1', 'x']).replace(/x/i, named);
    await db.deleteFrom('photo_words').where('photo_id', '=', photo.id).execute();
    await db
      .insertInto('photo_words')
      .values({
        photo_id: photo.id,
        gallery_id: gallery.id,
        caption: photo.caption,
        headline: '',
        keywords: '[]',
        people: '[]',
        regions: '[]',
      })
      .execute();
  } else if (kind === 'captions for readers') {
    gallery.showsCaptions = pick([true, true, false]);
    await db
      .updateTable('gallery')
      .set({ shows_captions: gallery.showsCaptions })
      .where('id', '=', gallery.id)
      .execute();
  } else if (kind === 'listed') {
    await listTyped(app, world, pick);
  } else if (kind === 'awaits comparison') {
    const photo = pick(gallery.photos);
    photo.awaitsComparison = pick([true, false, false]);
    await db
      .updateTable('photo')
      .set({ awaits_comparison: photo.awaitsComparison })
      .where('id', '=', photo.id)
      .execute();
  } else if (kind === 'awaits answer') {
    const photo = pick(gallery.photos);
    photo.awaitsAnswer = pick([true, false, false]);
    await db
      .updateTable('photo')
      .set({ awaits_answer: photo.awaitsAnswer })
      .where('id', '=', photo.id)
      .execute();
  } else if (kind === 'hidden') {
    await hide(app, gallery, pick(gallery.photos), pick([true, false]));
  } else if (kind === 'replaced') {
    await replace(app, world, gallery, pick);
  } else if (kind === 'added beside') {
    await addBeside(app, world, gallery, pick);
  } else if (kind === 'replaced by added') {
    await replaceByAdded(world, pick);
  } else if (kind === 'another shot by path') {
    await sendByPath(app, world, gallery, pick);
  } else if (kind === 'grouped') {
    // The faces of its replaced photos were found again; and all are compared.
    const replaced = gallery.photos.filter((photo) => photo.awaitsGrouping);
    for (const photo of replaced) photo.state = 'analysed';
    for (const photo of gallery.photos) {
      photo.awaitsGrouping = false;
      photo.awaitsComparison = false;
    }
    const ids = replaced.map(({ id }) => id);
    await sql`update photo_analysis set status = 'completed', pipeline_version = 'test 1' where photo_id = any(${ids}::uuid[])`.execute(
      db,
    );
    await db
      .updateTable('photo')
      .set({ awaits_grouping: false, awaits_comparison: false })
      .where('gallery_id', '=', gallery.id)
      .execute();
  } else if (kind === 'left out by hand') {
    const photo = pick(gallery.photos);
    await leaveOut(app, photo, pick([true, false]));
  } else {
    const account = pick([...world.accounts.keys()]);
    const user_id = world.accounts[account]!.id;
    if (gallery.added.delete(account))
      await db
        .deleteFrom('gallery_user')
        .where('gallery_id', '=', gallery.id)
        .where('user_id', '=', user_id)
        .execute();
    else {
      gallery.added.add(account);
      await db.insertInto('gallery_user').values({ gallery_id: gallery.id, user_id }).execute();
    }
  }
}

async function answer(app: PhotoApp, { accounts }: World, known: KnownPerson, pick: Pick): Promise<void> {
  const purpose = pick(['outside', 'outside', 'find', 'name'] as const satisfies Purpose[]);
  const said = pick(['yes', 'no'] as const);
  const guardians = [...known.guardians.keys()].map((account) => `guardian ${account}` as const);
  const source = pick([
    'paper' as const,
    ...guardians,
    ...guardians,
    ...(known.account === undefined ? [] : (['self'] as const)),
  ]);
  known.answers[purpose].set(source, said);
  const account =
    source === 'self' ? known.account : source === 'paper' ? undefined : Number(source.split(' ')[1]);
  const by = account === undefined ? {} : { by: accounts[account]!.id };
  const as = source === 'self' || source === 'paper' ? source : 'guardian';
  spoken += 1;
  if (purpose === 'outside') known.answeredOutside.set(source, spoken);
  app.clock.set(new Date(Date.now() + spoken));
  const id = await sayConsent(app, known.id, purpose, said === 'yes' ? 'yes' : pick(['no', 'withdrawn']), {
    as,
    ...by,
  });
  if (source === 'paper') known.papers[purpose].push({ id, said, spoken });
  app.clock.set(null);
}

/** The last paper of somebody was entered by mistake: the one before it counts again, or none. */
async function removePaper(app: PhotoApp, world: World, pick: Pick): Promise<void> {
  const { people, clubs } = world;
  const purpose = pick(['outside', 'outside', 'name'] as const);
  const withPaper = people.filter(({ papers }) => papers[purpose].length > 0);
  if (withPaper.length === 0) return;
  const known = pick(withPaper);
  const { id: person, club, papers, answers, answeredOutside } = known;
  const gone = papers[purpose].pop()!;
  const before = papers[purpose].at(-1);
  if (before) answers[purpose].set('paper', before.said);
  else answers[purpose].delete('paper');
  if (purpose === 'outside' && before) answeredOutside.set('paper', before.spoken);
  if (purpose === 'outside' && !before) answeredOutside.delete('paper');
  admin ??= await createActor(app, ['admin']);
  const path = `/clubs/${clubs[club]}/people/${person}/paper-consents/${gone.id}`;
  // In this world pictures of people, and faces that may be theirs, are there whatever was answered.
  const { db } = app.ctx;
  const kept = [];
  for (const table of ['reference', 'likely_refusal'] as const)
    kept.push({
      table,
      rows: await db.selectFrom(table).selectAll().where('club_person_id', '=', person).execute(),
    });
  expect((await admin.call('DELETE', path)).status).toBe(200);
  leaveOutWaiting(world, known);
  for (const { table, rows } of kept.filter((each) => each.rows.length > 0))
    await db
      .insertInto(table)
      .values(rows as never)
      .onConflict((same) => same.doNothing())
      .execute();
}

/** Where nobody agreed to the search before photos leave the club, photos that wait for a refusal that holds are left out for good. */
function leaveOutWaiting({ galleries, model }: World, known: KnownPerson): void {
  if (model.consent(known, 'outside') !== 'no') return;
  for (const gallery of galleries)
    for (const photo of gallery.photos)
      if (model.waitsFor(gallery, photo).has(known)) photo.keptInside = true;
}

/** A face in a photo may be somebody who refused, or no longer. */
async function changeLikely(
  app: PhotoApp,
  world: World,
  gallery: World['galleries'][number],
  pick: Pick,
): Promise<void> {
  const { db } = app.ctx;
  const photo = pick(gallery.photos);
  if (photo.persons.length === 0) return;
  const number = pick(photo.persons);
  const known = pick([gallery.persons[number]!.truly ?? pick(world.people), pick(world.people)]);
  const { id: face_id } = await db
    .selectFrom('face')
    .innerJoin('assignment', 'assignment.face_id', 'face.id')
    .select('face.id')
    .where('face.photo_id', '=', photo.id)
    .where('assignment.person_id', '=', gallery.persons[number]!.id)
    .executeTakeFirstOrThrow();
  const likely = photo.likely.get(number) ?? new Set();
  photo.likely.set(number, likely);
  if (likely.delete(known))
    await db
      .deleteFrom('likely_refusal')
      .where('face_id', '=', face_id)
      .where('club_person_id', '=', known.id)
      .execute();
  else {
    likely.add(known);
    await db
      .insertInto('likely_refusal')
      .values({ face_id, club_person_id: known.id, since: new Date() })
      .execute();
  }
}

/** Mostly by somebody who knows; now and then by mistake. */
async function link(
  app: PhotoApp,
  world: World,
  gallery: World['galleries'][number],
  pick: Pick,
): Promise<void> {
  const person = pick(gallery.persons.slice(0, 20));
  const known = person.truly && pick([true, true, true, false]) ? person.truly : pick(world.people);
  const [already] = [...person.linked].filter(({ club }) => club === known.club);
  const { db } = app.ctx;
  const club_id = world.clubs[known.club]!;
  if (already) {
    person.linked.delete(already);
    await db
      .deleteFrom('club_person_link')
      .where('person_id', '=', person.id)
      .where('club_id', '=', club_id)
      .execute();
    if (pick([true, false])) return;
  }
  person.linked.add(known);
  await db
    .insertInto('club_person_link')
    .values({ person_id: person.id, club_id, club_person_id: known.id })
    .execute();
}

async function changeGuardian(
  app: PhotoApp,
  { accounts }: World,
  known: KnownPerson,
  pick: Pick,
): Promise<void> {
  if (known.guardians.size === 0) return;
  const account = pick([...known.guardians.keys()]);
  const isOne = !known.guardians.get(account);
  known.guardians.set(account, isOne);
  const state = isOne ? 'confirmed' : pick(['asked', 'ended'] as const);
  await sql`update guardianship set state = ${state}, decided_at = ${state === 'asked' ? null : new Date()}::timestamptz,
    ended_at = ${state === 'ended' ? new Date() : null}::timestamptz
    where club_person_id = ${known.id}::uuid and user_id = ${accounts[account]!.id}::uuid`.execute(
    app.ctx.db,
  );
}

async function changeMember(app: PhotoApp, world: World, known: KnownPerson, pick: Pick): Promise<void> {
  const family = [...known.guardians.keys(), ...(known.account === undefined ? [] : [known.account])];
  const account = pick([...family, pick([...world.accounts.keys()])]);
  const club = pick([known.club, known.club, 1 - known.club]);
  const mine = world.model.memberships.get(account) ?? new Set<number>();
  world.model.memberships.set(account, mine);
  const [club_id, user_id] = [world.clubs[club]!, world.accounts[account]!.id];
  await app.ctx.db
    .deleteFrom('club_membership')
    .where('club_id', '=', club_id)
    .where('user_id', '=', user_id)
    .execute();
  if (mine.delete(club)) {
    if (pick([true, false])) await addMember(app, club_id, user_id, 'pending');
    return;
  }
  mine.add(club);
  await addMember(app, club_id, user_id);
}

/** Somebody is put on a list, or renamed there, who has a name that was typed in galleries. */
async function listTyped(app: PhotoApp, { clubs, galleries }: World, pick: Pick): Promise<void> {
  const club = pick([0, 1]);
  // Every other person of a gallery has a name.
  const number = 2 * pick([...galleries[0]!.persons.keys()].slice(0, galleries[0]!.persons.length / 2));
  const id = newId();
  const first_name = pick([typedName(number), typedName(number).toUpperCase()]);
  const row = { id, club_id: clubs[club]!, first_name, last_name: pick(['', 'Kern']) };
  await app.ctx.db.insertInto('club_person').values(row).execute();
  await app.ctx.db.deleteFrom('club_person').where('id', '=', id).execute();
  for (const { persons } of galleries) persons[number]!.nobodyOf.delete(club);
}
