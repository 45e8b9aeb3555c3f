import { expect, test } from 'vitest';
import {
  matchesPerson,
  sortPeople,
} from '#client/features/faces/gallery-people/components/sort-and-find-people.ts';

const person = (shown_name: string, number: number, photo_count = 1) => ({
  shown_name,
  number,
  photo_count,
});
const shown = (language: string, people: ReturnType<typeof person>[]) =>
  sortPeople(people, language).map(({ shown_name, number }) => shown_name || number);

test('people are looked up by name, as the language sorts, and the others by number', () => {
  const people = [
    person('', 10, 9),
    person('Zoe', 4),
    person('', 2, 1),
    person('Özlem', 5),
    person('anna', 6, 1),
    person('Olga', 7),
    person('Anna', 8, 5),
  ];
  expect(shown('de', people)).toEqual(['Anna', 'anna', 'Olga', 'Özlem', 'Zoe', 2, 10]);
  expect(shown('sv', people)).toEqual(['Anna', 'anna', 'Olga', 'Zoe', 'Özlem', 2, 10]);
  expect(people[0]?.number).toBe(10);
});

test('a person is found by the beginnings of words, without accents and in any case', () => {
  expect(matchesPerson('Jörg Müller-Weiß', 'mull')).toBe(true);
  expect(matchesPerson('Jörg Müller-Weiß', 'WEISS jor')).toBe(true);
  expect(matchesPerson('Jörg Müller-Weiß', 'ller')).toBe(false);
  expect(matchesPerson('Person 17', '17')).toBe(true);
  expect(matchesPerson('Person 17', '7')).toBe(false);
  expect(matchesPerson('Anna', '')).toBe(true);
});
