import { expect, test } from 'vitest';
import { siblingNotLookedFor, withShownNames } from '#client/features/faces/my-photos/shown-names.ts';
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

test('a sibling whom nobody looks for is one without a yes or without pictures, not the parent, nor the child in another club', () => {
  const seen = (of: FamilyMember, ...others: FamilyMember[]) => {
    const [one, ...rest] = withShownNames([of, ...others]);
    return siblingNotLookedFor(one!, [one!, ...rest])?.name;
  };
  const lea = member('Lea', 'Lea Berg', 'TSV');
  const ben = member('Ben', 'Ben Berg', 'TSV');
  const picture = { id: 'picture' } as FamilyMember['references'][number];
  expect(seen(lea, ben)).toBe('Ben Berg');
  expect(seen(lea, { ...ben, references: [picture] })).toBeUndefined();
  expect(seen(lea, { ...ben, references: [picture], find: 'no' })).toBe('Ben Berg');
  expect(seen(lea, { ...ben, is_self: true })).toBeUndefined();
  expect(seen({ ...lea, is_self: true }, ben)).toBeUndefined();
  expect(seen(lea, member('Lea', 'Lea Berg', 'SC'))).toBeUndefined();
  expect(seen({ ...ben, is_self: true }, ben)).toBeUndefined();
});
