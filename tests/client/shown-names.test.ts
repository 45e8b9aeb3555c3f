import { expect, test } from 'vitest';
import { withShownNames } from '#client/features/my-photos/shown-names.ts';
import type { FamilyMember } from '#server/contract/schemas/my-photos.ts';

const member = (first_name: string, name: string, club_name: string): FamilyMember => ({
  id: `${name} ${club_name}`,
  name,
  first_name,
  club_id: club_name,
  club_name,
  is_self: false,
  find: 'yes',
  may_share: true,
  outside: 'yes',
  own_outside: null,
  guard: 'unknown',
  references: [],
});
const shown = (...members: FamilyMember[]) => withShownNames(members).map(({ shown_name }) => shown_name);

test('people of a family are shown by their first names as long as these differ', () => {
  expect(shown(member('Lea', 'Lea Berg', 'TSV'), member('Ben', 'Ben Berg', 'TSV'))).toEqual(['Lea', 'Ben']);
  expect(shown(member('', 'Berg', 'TSV'))).toEqual(['Berg']);
});

test('where they are the same, by surname, and one child in two clubs by club', () => {
  expect(shown(member('Lea', 'Lea Berg', 'TSV'), member('Lea', 'Lea Tal', 'TSV'))).toEqual([
    'Lea Berg',
    'Lea Tal',
  ]);
  expect(
    shown(member('Lea', 'Lea Berg', 'TSV'), member('Lea', 'Lea Berg', 'SC'), member('Ben', 'Ben Berg', 'SC')),
  ).toEqual(['Lea (TSV)', 'Lea (SC)', 'Ben']);
});
