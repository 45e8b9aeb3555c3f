import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { byAgeGroup, chooseRefusers, withoutCopies } from '#scripts/bench/people/choose-refusers.ts';
import {
  type CheckedGallery,
  countFates,
  countQuestions,
  sumOfFates,
} from '#scripts/bench/people/count-refusers.ts';
import { photosOf as read } from '#scripts/evaluate/photos.ts';

const photosOf = (person: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ person, file: `people/${person}/${i}.jpg` }));
const people = (name: string, count: number, photos: number) =>
  Array.from({ length: count }, (_, i) => photosOf(`${name}${i}`, photos)).flat();

const photo = (id: string, group: string | null, refuser?: string) => ({
  id,
  group,
  ...(refuser && { refuser }),
});
const check = (questions: Record<string, string[]>, ...unnamed: string[]): CheckedGallery => ({
  questions: Object.entries(questions).map(([refuser, groups]) => ({ refuser, groups })),
  unnamed,
});

test('a photo of somebody who refused counts as what becomes of it, the best of all rounds', () => {
  const photos = [
    photo('left out', 'g1', 'mia'),
    photo('by name', 'g1', 'mia'),
    photo('named as another', 'g2', 'mia'),
    photo('by name after a no', 'g3', 'mia'),
    photo('unnamed', 'g4', 'mia'),
    photo('without a group', null, 'mia'),
    photo('in no list', 'g5', 'mia'),
    photo('after the others', 'g6', 'mia'),
  ];
  const rounds = [check({ mia: ['g1'], tom: ['g2', 'g3'] }, 'g4'), check({ mia: ['g3', 'g6'] }, 'g2', 'g4')];
  expect(countFates(photos, new Set(['left out']), rounds)).toEqual({
    photos: 8,
    leftOut: 1,
    byName: 3,
    byOtherName: 1,
    unnamed: 1,
    missed: 2,
    onlyLater: 1,
  });
});

test('questions are counted for each who refused, and photos of others once', () => {
  const others = [photo('a', 'g1'), photo('b', 'g2'), photo('c', 'g3'), photo('d', null)];
  const rounds = [check({ mia: ['g1'], tom: ['g2'] }, 'g3'), check({ mia: ['g2'] }, 'g1', 'g3'), check({})];
  expect(countQuestions(others, rounds)).toEqual({
    questions: 3,
    atOnce: 2,
    ofOne: 2,
    askedAgain: 1,
    othersAskedAbout: 2,
  });
});

test('galleries are added up', () => {
  const one = countFates([photo('a', 'g', 'mia')], new Set(), [check({ mia: ['g'] })]);
  const other = countFates([photo('b', 'g', 'tom')], new Set(), [check({}, 'g')]);
  expect(sumOfFates([one, other])).toMatchObject({ photos: 2, byName: 1, unnamed: 1, missed: 0 });
});

test('each gallery has twelve who refused, with two photos elsewhere, among others up to 200 photos', () => {
  const galleries = chooseRefusers([
    ...people('able', 25, 4),
    ...people('twice', 6, 2),
    ...people('once', 250, 1),
  ]);
  expect(galleries).toHaveLength(2);
  const refusers = galleries.flatMap(({ guarded, linked }) => [...guarded, ...linked]);
  expect(new Set(refusers.map(({ person }) => person)).size).toBe(24);
  for (const { guarded, linked, others } of galleries) {
    expect([guarded.length, linked.length]).toEqual([6, 6]);
    const photos = [...guarded, ...linked].flatMap((one) => one.photos);
    expect(new Set([...photos, ...others.map(({ file }) => file)]).size).toBe(200);
    for (const { given, photos: shared } of [...guarded, ...linked])
      expect(new Set([...given, ...shared]).size).toBe(4);
    expect(others.filter(({ person }) => person.startsWith('once')).length).toBeGreaterThan(100);
  }
});

test('of fewer people as many refuse as can, half and half', () => {
  const [gallery, ...more] = chooseRefusers([...people('able', 5, 3), ...people('once', 3, 1)]);
  expect(more).toEqual([]);
  expect([gallery?.guarded.length, gallery?.linked.length]).toEqual([2, 2]);
  expect(gallery?.others).toHaveLength(6);
  expect(chooseRefusers(people('able', 1, 9))).toEqual([]);
});

test('photos from youth and strangers below eighteen are told apart from the others', () => {
  const young = { person: 'a', file: 'a/y.jpg', young: true };
  const later = { person: 'a', file: 'a/o.jpg', young: false };
  const child = { person: 'b', file: 'b.jpg', age: '12-17' };
  const adult = { person: 'c', file: 'c.jpg', age: '25-40' };
  const unsaid = { person: 'd', file: 'd.jpg' };
  expect(byAgeGroup([young, later, child, adult, unsaid])).toEqual([
    ['adults', [later, adult, unsaid]],
    ['under-18s', [young, child]],
  ]);
});

test('people come from folders and from lists, each with its folder, and a copy of a file counts once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'refusers-'));
  try {
    for (const person of ['ada', 'ben']) await mkdir(join(root, 'set', person), { recursive: true });
    for (const [name, text] of Object.entries({ 'ada/1.jpg': 'one', 'ada/2.jpg': 'two', 'ben/1.jpg': 'one' }))
      await writeFile(join(root, 'set', name), text);
    const list = join(root, 'list.json');
    await writeFile(list, JSON.stringify({ faces: [{ file: 'ben/1.jpg', age: '12-17' }] }));
    const all = await read([join(root, 'set'), list, join(root, 'set')]);
    expect(all.map(({ person, age }) => [person, age])).toEqual([
      ['ada', undefined],
      ['ada', undefined],
      ['ben', undefined],
      ['ben/1.jpg', '12-17'],
    ]);
    expect((await withoutCopies(all)).map(({ file }) => file)).toEqual([
      join(root, 'set/ada/1.jpg'),
      join(root, 'set/ada/2.jpg'),
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
