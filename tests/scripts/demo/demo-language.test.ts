import { expect, test } from 'vitest';
import { dateOf } from '#scripts/demo/events-and-galleries.ts';
import { shotsOf } from '#scripts/demo/photos-of-galleries.ts';
import { knownFaces } from '#scripts/demo/sample-pictures.ts';
import { pointInShot } from '#scripts/demo/take-shot.ts';
import { demoLanguage, demoWords } from '#scripts/demo/words.ts';
import { addDays } from '#server/contract/calendar-dates.ts';

test('the demo speaks the language that is asked for, or that of the terminal', () => {
  expect(demoLanguage([], {})).toBe('en');
  expect(demoLanguage([], { LANG: 'de_AT.UTF-8' })).toBe('de');
  expect(demoLanguage([], { LANG: 'de_AT.UTF-8', LC_ALL: 'en_GB.UTF-8' })).toBe('en');
  expect(demoLanguage(['--language', 'de'], { LANG: 'en_GB' })).toBe('de');
  expect(demoLanguage(['--language=en'], { LANG: 'de_DE' })).toBe('en');
  expect(() => demoLanguage(['--language', 'fr'], {})).toThrow('--language de or --language en');
});

test('both languages tell of the same people, events and galleries, and every picture is another one', () => {
  const { de, en } = demoWords;
  for (const part of ['people', 'events', 'galleries', 'roles'] as const)
    expect(Object.keys(en[part]).sort(), part).toEqual(Object.keys(de[part]).sort());
  expect(Object.keys(shotsOf).sort()).toEqual(Object.keys(de.galleries).sort());
  for (const [gallery, shots] of Object.entries(shotsOf))
    expect(new Set(shots.map((shot) => JSON.stringify(shot))).size, gallery).toBe(shots.length);
});

test('events are in their season, on their weekday, and past ones are over, whenever the demo is made', () => {
  for (let day = 0; day < 800; day += 1) {
    const today = addDays('2026-01-01', day);
    const party = dateOf('next July', today);
    expect([party.slice(5, 8), new Date(party).getUTCDay(), party > today]).toEqual(['07-', 6, true]);
    expect(dateOf({ inWeeks: -1, day: 5 }, today) < today).toBe(true);
    const match = dateOf({ inWeeks: 1, day: 5 }, today);
    expect([new Date(match).getUTCDay(), match > today]).toEqual([6, true]);
  }
});

test('a known face is where the cut of the picture leaves it', () => {
  const shot = { source: 'sofa', frame: [0.5, 0, 1, 0.5] } as const;
  expect(pointInShot(shot, [0.75, 0.25])).toEqual([0.5, 0.5]);
  expect(pointInShot(shot, [0.25, 0.25])).toBeUndefined();
  expect(knownFaces.sofa).toHaveLength(3);
});
