import { expect, test } from 'vitest';
import { phoneNavigation } from '#client/app/layouts/navigation-items.ts';
import type { User } from '#server/contract/schemas/users.ts';

const member = { roles: ['user'], role_assignments: [] } as unknown as User;
const photographer = {
  roles: ['photographer'],
  role_assignments: [{ role_name: 'photographer', club_id: 'club' }],
} as unknown as User;
const paths = (user: User, hasMyPhotos: boolean) => {
  const { bar, more } = phoneNavigation(user, hasMyPhotos);
  return { bar: bar.map(({ to }) => to), more: more.flatMap(({ items }) => items.map(({ to }) => to)) };
};

test('the family is in the menu of a phone for those who have one or may name one', () => {
  expect(paths(member, true)).toEqual({
    bar: ['/', '/my-photos', '/events', '/gallery'],
    more: ['/clubs', '/family'],
  });
  expect(paths(member, false)).toEqual({ bar: ['/', '/clubs', '/events', '/gallery'], more: [] });
});

test('who may photograph has adding photos in the bar, and the events in the menu', () => {
  expect(paths(photographer, false)).toEqual({
    bar: ['/', '/clubs', '/add-photos', '/gallery'],
    more: ['/events'],
  });
});
