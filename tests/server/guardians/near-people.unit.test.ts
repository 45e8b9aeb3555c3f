import { expect, test } from 'vitest';
import { nearPeople } from '#server/features/people/guardians/near-people.ts';

const people = (...names: [name: string, born_on?: string][]) =>
  names.map(([name, born_on = null], i) => ({ id: String(i), name, born_on }) as const);
const near = (name: string, born_on: string | null, ...names: [name: string, born_on?: string][]) =>
  nearPeople({ name, born_on }, people(...names)).map((person) => person.name);

test('the same name comes first, whatever case, accents and hyphens', () => {
  expect(near('lina müller', null, ['Lina Mueller-Berg'], ['Lina Mueller'], ['Mia Berg'])).toEqual([
    'Lina Mueller',
    'Lina Mueller-Berg',
  ]);
});

test('a part of a name and a letter or two are near, other people are not', () => {
  expect(near('Lina', null, ['Lina Sommerfeld'], ['Nina Sommerfeld'])).toEqual(['Lina Sommerfeld']);
  expect(near('Lina Sommerfelt', null, ['Lina Sommerfeld'], ['Tim Sommerfeld'])).toEqual(['Lina Sommerfeld']);
  expect(near('Lina Marie Berg', null, ['Lina Berg'], ['Marie Wolf'])).toEqual(['Lina Berg']);
  expect(near('Tim', null, ['Tom'], [''])).toEqual([]);
});

test('of two with one name the one of the same birthday comes first, and three are offered at most', () => {
  expect(
    nearPeople(
      { name: 'Lina Berg', born_on: '2014-05-01' },
      people(['Lina Berg', '2010-01-01'], ['Lina Berg', '2014-05-01'], ['Lina'], ['Berg']),
    ).map(({ id }) => id),
  ).toEqual(['1', '0', '2']);
});
