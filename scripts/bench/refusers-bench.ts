import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { z } from 'zod';
import type { faces as facesOfPhoto } from '#server/contract/schemas/gallery-people.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import { untilPeopleReady } from '../load-test/run-load.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { OwnServer } from './own-server.ts';
import { nameInFolder, shuffled } from './people/choose-people.ts';
import type { SharedGallery } from './people/choose-refusers.ts';
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
import {
  type CheckedGallery,
  countFates,
  countQuestions,
  type SeenPhoto,
  sumOfFates,
} from './people/count-refusers.ts';
import { answerFor, enterClub, type Member, sendPicture } from './people/members.ts';

/** Pictures from sets are smaller than those of a camera: what is refused is sent once more, so many times as large. */
const ENLARGED = 3;

/** Those who refused, by who they are. */
type Refusers = ReadonlyMap<string, Member>;
type Recognised = { id: string; person: string; group: string | null; isGraded: boolean };

/**
 * What the check before photos leave the club says about people who refused, on a server as it runs: each gallery in a club of its
 * own. It is asked twice, before and after those who are linked in another gallery agreed to be found; the second time all
 * questions are answered rightly until there are no more.
 */
export async function benchRefusers(
  server: OwnServer,
  galleries: readonly SharedGallery[],
  recogniser: string | undefined,
) {
  const workplace = await openWorkplace(server, 'Sharing');
  const models = await chooseRecogniser(workplace.admin, recogniser);
  const checked: Awaited<ReturnType<typeof checkGallery>>[] = [];
  for (const [n, gallery] of galleries.entries()) checked.push(await checkGallery(workplace, gallery, n + 1));
  const sum = (of: (one: (typeof checked)[number]) => number) =>
    checked.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: (typeof checked)[number]) => number) => Math.max(...checked.map(of));
  const ofKind = (kind: 'guarded' | 'linked' | 'linkedAlone') => sumOfFates(checked.map((one) => one[kind]));
  return {
    ...models,
    galleries: checked.length,
    photos: sum((one) => one.photos),
    refusers: sum((one) => one.refusers),
    /** Neither a picture of theirs served, nor did a person of the other gallery have their face. */
    unknown: sum((one) => one.unknown),
    guarded: ofKind('guarded'),
    linked: ofKind('linked'),
    /** The same as `linked`, before they agreed to be found. */
    linkedAlone: ofKind('linkedAlone'),
    questions: sum((one) => one.questions),
    mostQuestions: most((one) => one.questions),
    mostAtOnce: most((one) => one.atOnce),
    mostOfOne: most((one) => one.ofOne),
    askedAgain: sum((one) => one.askedAgain),
    others: sum((one) => one.others),
    othersAskedAbout: sum((one) => one.othersAskedAbout),
  };
}

async function checkGallery(workplace: Workplace, chosen: SharedGallery, number: number) {
  const { admin, photographer, eventId } = workplace;
  const clubId = await openClub(admin, `Club ${number}`);
  const fill = async (name: string, photos: readonly Placed[]) => {
    const galleryId = await createGallery(photographer, eventId, name, 'club_restricted', [clubId]);
    const people = await uploadTo(photographer, [galleryId], photos);
    await untilPeopleReady({ photographer, galleryId });
    return { galleryId, recognised: await recognise(photographer, people) };
  };
  const ofRefusers = [...chosen.guarded, ...chosen.linked].flatMap(({ person, photos }) =>
    photos.map((file) => ({ person, file })),
  );
  const shared = await fill(
    `Shared ${number}`,
    shuffled([...ofRefusers, ...chosen.others], ({ file }) => nameInFolder(file)),
  );
  const elsewhere = await fill(
    `Elsewhere ${number}`,
    chosen.linked.flatMap(({ person, given }) => given.map((file) => ({ person, file }))),
  );
  const world = { ...workplace, clubId };
  const guarded = await enterGuarded(world, chosen.guarded, number);
  const linked = await enterLinked(world, chosen.linked, number, elsewhere.recognised);
  const refusers: Refusers = new Map([...guarded, ...linked]);
  const link = await photographer.call<ShareLink>('POST', `/galleries/${shared.galleryId}/links`, {});
  const leftOut = await leftOutBy(photographer, link, shared.recognised);

  const photosOf = (people: Refusers): SeenPhoto[] =>
    shared.recognised.flatMap(({ id, person, group, isGraded }) => {
      const refuser = people.get(person)?.clubPersonId;
      return refuser && isGraded ? [{ id, group, refuser }] : [];
    });
  const refusing = new Set([...chosen.guarded, ...chosen.linked].map(({ person }) => person));
  const others = shared.recognised.filter(({ person }) => !refusing.has(person));
  const before = await check(photographer, link);
  for (const member of linked.values()) await answerFor(member, 'find', 'yes');
  const rounds = await answerAll(photographer, link, shared.recognised, refusers);
  return {
    photos: shared.recognised.length,
    refusers: refusers.size,
    unknown: refusing.size - refusers.size,
    guarded: countFates(photosOf(guarded), leftOut, rounds),
    linked: countFates(photosOf(linked), leftOut, rounds),
    linkedAlone: countFates(photosOf(linked), leftOut, [before]),
    others: others.length,
    ...countQuestions(others, rounds),
  };
}

/** The largest face of each photo. */
async function recognise(
  photographer: ApiClient,
  people: ReadonlyMap<string, string>,
): Promise<Recognised[]> {
  const recognised = [];
  for (const [id, person] of people) {
    const { faces } = await photographer.call<z.output<typeof facesOfPhoto>>('GET', `/photos/${id}/faces`);
    const [face] = faces.toSorted((a, b) => areaOf(b.bounding_box) - areaOf(a.bounding_box));
    const isGraded = face !== undefined && face.grade !== 'ignore';
    recognised.push({ id, person, group: face?.person_id ?? null, isGraded });
  }
  return recognised;
}

const areaOf = ({ w, h }: { w: number; h: number }) => w * h;

async function enterGuarded(
  world: World,
  chosen: SharedGallery['guarded'],
  number: number,
): Promise<Refusers> {
  const entered = new Map<string, Member>();
  for (const [i, { person, given }] of chosen.entries()) {
    const member = await enterClub(world, `guarded${number}-${i}`, [
      ['outside', 'no'],
      ['guard', 'yes'],
    ]);
    const path = `/my-photos/${member.clubPersonId}/guard-pictures`;
    for (const picture of given) {
      const sent = await sendPicture(member, path, await readFile(picture));
      if (sent ?? (await sendPicture(member, path, await enlarge(picture)))) entered.set(person, member);
    }
  }
  return entered;
}

async function enlarge(picture: string): Promise<Buffer> {
  const { width } = await sharp(picture).metadata();
  return sharp(picture)
    .resize(width * ENLARGED)
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** An editor says in another gallery who they are. */
async function enterLinked(
  world: World,
  chosen: SharedGallery['linked'],
  number: number,
  elsewhere: readonly Recognised[],
): Promise<Refusers> {
  const entered = new Map<string, Member>();
  const taken = new Set<string>();
  for (const [i, { person }] of chosen.entries()) {
    const member = await enterClub(world, `linked${number}-${i}`, [['outside', 'no']]);
    for (const { group } of elsewhere.filter((photo) => photo.person === person)) {
      if (group === null || taken.has(group)) continue;
      taken.add(group);
      await world.photographer.call('POST', `/facerecognition/faces/${group}/link`, {
        club_person_id: member.clubPersonId,
      });
      entered.set(person, member);
    }
  }
  return entered;
}

async function leftOutBy(photographer: ApiClient, { token }: ShareLink, photos: readonly Recognised[]) {
  const shown = new Set<string>();
  for (;;) {
    const path = `/galleries/shared/${token}/photos?limit=500&offset=${shown.size}`;
    const page = await photographer.call<{ photos: { id: string }[]; total: number }>('GET', path);
    for (const { id } of page.photos) shown.add(id);
    if (shown.size >= page.total || page.photos.length === 0) break;
  }
  return new Set(photos.map(({ id }) => id).filter((id) => !shown.has(id)));
}

async function check(photographer: ApiClient, link: ShareLink): Promise<CheckedGallery> {
  const said = await photographer.call<SharingCheck>(
    'GET',
    `/galleries/${link.gallery_id}/sharing-check?link_id=${link.id}`,
  );
  return {
    questions: said.likely_refusers.map(({ club_person_id, people }) => ({
      refuser: club_person_id,
      groups: people.map(({ person }) => person.id),
    })),
    unnamed: [...said.unlinked, ...said.asked, ...said.unanswered].map(({ person }) => person.id),
  };
}

/** As somebody does who knows everybody: a group is whom most of its photos show. */
async function answerAll(
  photographer: ApiClient,
  link: ShareLink,
  photos: readonly Recognised[],
  refusers: Refusers,
): Promise<CheckedGallery[]> {
  const isMostly = (asked: string, refuser: string) => {
    const shown = photos.filter(({ group }) => group === asked);
    const right = shown.filter(({ person }) => refusers.get(person)?.clubPersonId === refuser);
    return right.length * 2 > shown.length;
  };
  const rounds: CheckedGallery[] = [];
  for (;;) {
    const checked = await check(photographer, link);
    rounds.push(checked);
    if (checked.questions.length === 0) return rounds;
    for (const { refuser, groups } of checked.questions)
      for (const group of groups)
        await photographer.call(
          'POST',
          `/facerecognition/faces/${group}/${isMostly(group, refuser) ? 'link' : 'decline-link'}`,
          { club_person_id: refuser, as_answer: true },
        );
  }
}
