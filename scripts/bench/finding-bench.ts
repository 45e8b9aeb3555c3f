import { readFile } from 'node:fs/promises';
import type {
  FamilyMember,
  FoundPhotosPage,
  MatchQuestion,
  PhotoSearchAnswer,
} from '#server/contract/schemas/my-photos.ts';
import { OperatorError } from '#server/scripts/support/run-operator-command.ts';
import type { Siblings } from '../evaluate/families.ts';
import type { LabelledPhoto } from '../evaluate/photos.ts';
import { untilPeopleReady } from '../load-test/run-load.ts';
import type { OwnServer } from './own-server.ts';
import { type ChosenPeople, choosePeople, type PeopleCounts } from './people/choose-people.ts';
import {
  chooseRecogniser,
  createGallery,
  openClub,
  openWorkplace,
  type Placed,
  uploadTo,
  type Workplace,
  type World,
} from './people/club.ts';
import { enterClub, type Member, sendPicture } from './people/members.ts';

/** As many photos of strangers and of people who are looked for as a gallery has, about. */
const PHOTOS_OF_GALLERY = 50;
/** One account may search so often an hour. */
const SEARCHES = 10;

/**
 * What people who are found by pictures of themselves see on My photos, on a server as it runs: enrolled by three pictures
 * each, among strangers and siblings of theirs in many galleries. Impostors, who are in no gallery, try one picture each in both ways.
 */
export async function benchFinding(
  server: OwnServer,
  photos: readonly LabelledPhoto[],
  size: PeopleCounts,
  { recogniser, siblings = [] }: { recogniser?: string | undefined; siblings?: Siblings | undefined } = {},
) {
  const chosen = choosePeople(photos, size, siblings);
  if (chosen.enrolled.length === 0) throw new OperatorError('There is nobody with four photos');
  const workplace = await openWorkplace(server, 'Finding');
  const models = await chooseRecogniser(workplace.admin, recogniser);
  const world = { ...workplace, clubId: await openClub(workplace.admin, 'Club') };
  const placed = await fillGalleries(world, chosen);
  const looked = [];
  for (const each of chosen.enrolled) looked.push(await lookFor(world, each, placed, looked.length));
  const enrolled = looked.filter((one) => one !== undefined);
  const areSiblings = (one: string, other: string) =>
    siblings.some((pair) => pair.includes(one) && pair.includes(other));
  const sum = (count: (one: (typeof enrolled)[number]) => number) =>
    enrolled.reduce((total, one) => total + count(one), 0);
  const [inGalleries, shown, right] = [sum((o) => o.inGalleries), sum((o) => o.shown), sum((o) => o.right)];
  return {
    ...models,
    galleries: placed.galleries,
    photos: placed.people.size,
    strangers: chosen.strangers.length,
    enrolled: enrolled.length,
    withoutPictures: looked.length - enrolled.length,
    inGalleries,
    shown,
    right,
    precision: shown === 0 ? 1 : right / shown,
    recall: right / inGalleries,
    siblings: {
      people: chosen.siblings.length,
      inGalleries: chosen.siblings.reduce((total, { photos: { length } }) => total + length, 0),
      shown: sum(({ person, others }) => others.filter((other) => areSiblings(person, other)).length),
      questions: sum(
        ({ person, askedAbout }) => askedAbout.filter((other) => areSiblings(person, other)).length,
      ),
    },
    questions: sum((o) => o.askedAbout.length),
    rightQuestions: sum((o) => o.askedAbout.filter((person) => person === o.person).length),
    /** Pairs of the person looked for and the person shown: labels are wrong at times, and people stand in the background. */
    wrong: enrolled.flatMap(({ person, others }) => others.map((shownPerson) => [person, shownPerson])),
    impostors: await tryImpostors(world, chosen.impostors, placed.people),
  };
}

/** Public galleries with all photos; those of one person lie in different ones. */
async function fillGalleries(
  { photographer, eventId }: Workplace,
  { enrolled, strangers, siblings }: ChosenPeople,
) {
  const photos: Placed[] = [
    ...[...enrolled, ...siblings].flatMap(({ person, photos: files }) =>
      files.map((file) => ({ person, file })),
    ),
    ...strangers.map(({ person, photo }) => ({ person, file: photo })),
  ];
  const galleries: string[] = [];
  for (let i = 0; i * PHOTOS_OF_GALLERY < photos.length; i += 1)
    galleries.push(await createGallery(photographer, eventId, `Gallery ${i + 1}`, 'public'));
  const people = await uploadTo(photographer, galleries, photos);
  for (const galleryId of galleries) await untilPeopleReady({ photographer, galleryId });
  return { galleries: galleries.length, people };
}

/** @returns undefined where none of the pictures serves */
async function lookFor(
  world: World,
  { person, pictures, photos }: ChosenPeople['enrolled'][number],
  { people }: { people: ReadonlyMap<string, string> },
  number: number,
) {
  const member = await enterClub(world, `member${number}`);
  const path = `/my-photos/${member.clubPersonId}`;
  let kept = 0;
  for (const picture of pictures)
    if (await sendPicture(member, `${path}/references`, await readFile(picture))) kept += 1;
  if (kept === 0) return;
  const found = await member.client.call<FoundPhotosPage>('GET', `${path}/photos?limit=500`);
  const { questions } = await member.client.call<{ questions: MatchQuestion[] }>('GET', `${path}/questions`);
  return {
    inGalleries: photos.length,
    shown: found.photos.length,
    right: found.photos.filter(({ id }) => people.get(id) === person).length,
    others: found.photos.map(({ id }) => people.get(id) ?? '').filter((other) => other !== person),
    person,
    askedAbout: questions.map(({ photo }) => people.get(photo.id) ?? ''),
  };
}

/** How many selfies of people who are in no gallery find something: as a picture to be found by, and as one search. */
async function tryImpostors(
  world: World,
  impostors: ChosenPeople['impostors'],
  people: ReadonlyMap<string, string>,
) {
  const tried = { selfies: 0, refused: 0, foundByPicture: 0, foundOnce: 0 };
  const wrong: string[][] = [];
  let member: Member | undefined;
  for (const { person, picture } of impostors) {
    member ??= await enterClub(world, `impostor${tried.selfies}`);
    const bytes = await readFile(picture);
    const path = `/my-photos/${member.clubPersonId}/references`;
    const sent = await sendPicture(member, path, bytes, { dry_run: 'true' });
    if (!sent) {
      tried.refused += 1;
      continue;
    }
    tried.selfies += 1;
    if (sent.answer.photos) {
      tried.foundByPicture += 1;
      const shown = await shownFor(member, bytes, { ...sent.fields, dry_run: '' });
      wrong.push([person, ...shown.map((id) => people.get(id) ?? '')]);
    }
    const once = await sendPicture<PhotoSearchAnswer>(member, '/my-photos/find-once', bytes, sent.fields);
    if (once && once.answer.photos.length > 0) tried.foundOnce += 1;
    if (tried.selfies % SEARCHES === 0) member = undefined;
  }
  return { ...tried, wrong };
}

/** The photos that My photos shows by this picture alone, which is deleted again. */
async function shownFor(
  { client, clubPersonId }: Member,
  picture: Uint8Array,
  fields: Record<string, string>,
) {
  const path = `/my-photos/${clubPersonId}`;
  await sendPicture({ client, clubPersonId }, `${path}/references`, picture, fields);
  const { photos } = await client.call<FoundPhotosPage>('GET', `${path}/photos?limit=500`);
  const { members } = await client.call<{ members: FamilyMember[] }>('GET', '/my-photos');
  for (const { id } of members.find((one) => one.id === clubPersonId)?.references ?? [])
    await client.call('DELETE', `${path}/references/${id}`);
  return photos.map(({ id }) => id);
}
