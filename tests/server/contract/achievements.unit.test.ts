import { expect, test } from 'vitest';
import { achievements, reachedAchievements } from '#server/contract/achievements.ts';

test('the first of a kind is an achievement, and more of it is not another one', () => {
  expect(reachedAchievements({ clubs_joined: 0, events_attended: 0, photos_shared: 0 })).toEqual([]);
  expect(reachedAchievements({ clubs_joined: 2, events_attended: 0, photos_shared: 1 })).toEqual([
    'clubs_joined',
    'photos_shared',
  ]);
  expect(reachedAchievements({ clubs_joined: 1, events_attended: 1, photos_shared: 1 })).toEqual(
    achievements,
  );
});
