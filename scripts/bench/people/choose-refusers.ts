import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LabelledPhoto } from '../../evaluate/photos.ts';
import { nameInFolder, peopleOf, shuffled } from './choose-people.ts';
import type { Placed } from './club.ts';

const PHOTOS_OF_GALLERY = 200;
const REFUSERS_OF_GALLERY = 12;
/** Pictures that the family gives, or in which the person is linked; the others are in the gallery. */
const GIVEN = 2;
const ADULT = 18;

type Refuser = { person: string; given: string[]; photos: string[] };
/** What is shared, and who on it refused: half gave pictures for that, half are linked in another gallery. */
export type SharedGallery = { guarded: Refuser[]; linked: Refuser[]; others: Placed[] };

/** Without copies of a file: what a family gave is not in the gallery, where the product would know it by its bytes. */
export async function withoutCopies(photos: readonly LabelledPhoto[]): Promise<LabelledPhoto[]> {
  const distinct = new Map<string, LabelledPhoto>();
  for (const photo of photos) {
    const bytes = createHash('sha256')
      .update(await readFile(photo.file))
      .digest('hex');
    if (!distinct.has(bytes)) distinct.set(bytes, photo);
  }
  return [...distinct.values()];
}

/** Photos of people who have young and adult pictures are told apart; without any age they are adults. */
export function byAgeGroup(photos: readonly LabelledPhoto[]): [string, LabelledPhoto[]][] {
  const isYoung = ({ young, age }: LabelledPhoto) => young ?? Number(age?.split('-').at(-1) ?? ADULT) < ADULT;
  return [
    ['adults', photos.filter((photo) => !isYoung(photo))],
    ['under-18s', photos.filter(isYoung)],
  ];
}

/**
 * As many galleries as there are people to refuse in, each of whom is in one; people with one photo may be in several.
 */
export function chooseRefusers(photos: readonly LabelledPhoto[]): SharedGallery[] {
  const people = peopleOf(photos);
  const able = people.filter(({ files }) => files.length > GIVEN);
  const half = Math.floor(Math.min(REFUSERS_OF_GALLERY, able.length) / 2);
  const count = half === 0 ? 0 : Math.floor(able.length / (2 * half));
  const refusers = able.slice(0, count * 2 * half).map(({ person, files }) => ({
    person,
    given: files.slice(0, GIVEN),
    photos: files.slice(GIVEN),
  }));
  const refusing = new Set(refusers.map(({ person }) => person));
  const rest = people.filter(({ person }) => !refusing.has(person));
  const known = rest.filter(({ files }) => files.length > 1);
  const strangers = rest.flatMap(({ person, files: [file = ''], files: { length } }) =>
    length === 1 ? [{ person, file }] : [],
  );
  return Array.from({ length: count }, (_, n) => {
    const own = refusers.slice(n * 2 * half, (n + 1) * 2 * half);
    const room = Math.max(0, PHOTOS_OF_GALLERY - own.flatMap((one) => one.photos).length);
    const seenAgain = known
      .filter((_, i) => i % count === n)
      .flatMap(({ person, files }) => files.map((file) => ({ person, file })))
      .slice(0, Math.ceil(room / 2));
    const seenOnce = shuffled(strangers, ({ file }) => `${n} ${nameInFolder(file)}`);
    return {
      guarded: own.slice(0, half),
      linked: own.slice(half),
      others: [...seenAgain, ...seenOnce.slice(0, room - seenAgain.length)],
    };
  });
}
