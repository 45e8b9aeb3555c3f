import { expect, test } from 'vitest';
import { choosePeople } from '#scripts/bench/people/choose-people.ts';

const photosOf = (person: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ person, file: `people/${person}/${i}.jpg` }));
const photos = [
  ...photosOf('anna', 4),
  ...photosOf('ben', 20),
  ...photosOf('cleo', 3),
  ...['dora', 'emil', 'fred'].flatMap((person) => photosOf(person, 1)),
];
const size = { enrolled: 10, strangers: 10, impostors: 10 };

test('each person plays one part, and no photo of somebody who is looked for is both a picture and in a gallery', () => {
  const chosen = choosePeople(photos, size);
  expect(chosen.enrolled.map(({ person }) => person).sort()).toEqual(['anna', 'ben']);
  const others = [...chosen.strangers, ...chosen.impostors].map(({ person }) => person);
  expect(others.sort()).toEqual(['cleo', 'dora', 'emil', 'fred']);
  for (const { pictures, photos: inGalleries } of chosen.enrolled) {
    expect(pictures).toHaveLength(3);
    expect(new Set([...pictures, ...inGalleries]).size).toBe(3 + inGalleries.length);
  }
  expect(chosen.enrolled.map((one) => one.photos.length).sort()).toEqual([1, 5]);
});

test('the parts do not depend on the order of the photos', () => {
  expect(choosePeople(photos.toReversed(), size)).toEqual(choosePeople(photos, size));
});

test('no more people than asked for take part', () => {
  const small = choosePeople(photos, { enrolled: 1, strangers: 1, impostors: 0 });
  expect([small.enrolled.length, small.strangers.length, small.impostors.length]).toEqual([1, 1, 0]);
});

test('of siblings one is looked for; the others are in galleries and play no other part', () => {
  const chosen = choosePeople(photos, size, [
    ['anna', 'ben'],
    ['anna', 'dora'],
  ]);
  const [lookedFor] = chosen.enrolled.map(({ person }) => person);
  const expected = { anna: ['ben', 'dora'], ben: ['anna'] }[lookedFor as 'anna' | 'ben'];
  expect(chosen.enrolled).toHaveLength(1);
  expect(chosen.siblings.map(({ person }) => person).sort()).toEqual(expected);
  const others = [...chosen.strangers, ...chosen.impostors].map(({ person }) => person);
  expect(others.filter((person) => expected.includes(person))).toEqual([]);
});
