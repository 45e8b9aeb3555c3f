import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Pictures that families gave only to keep photos inside the club are compared with photos by one statement. Every other file
 * that names their table writes, lists or deletes rows; searches stay away from it.
 */
const server = globSync('server/**/*.ts');
const naming = (pattern: RegExp) => server.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

test('the table of guard pictures is named by these files alone', () => {
  expect(naming(/guard_reference/)).toEqual([
    'server/db/tables.ts',
    'server/features/accounts/users/own-data.repository.ts', // dates of the own ones
    'server/features/administration/erasure/clean-erased-files.ts',
    'server/features/people/club-people/erase-face-search.ts', // the table of each purpose; deletes
    'server/features/people/member-imports/imported-people.repository.ts', // whether somebody has any
    'server/features/sharing/share-links/likely-refusers.sql.ts', // the check
  ]);
});

test('files that choose the table by purpose keep, list and delete pictures, and search nothing', () => {
  expect(naming(/referenceTables/)).toEqual([
    'server/features/faces/my-photos/reference-pictures.repository.ts',
    'server/features/faces/my-photos/reread-references.ts', // after another recogniser was chosen
    'server/features/faces/my-photos/send-reference-picture.ts',
    'server/features/people/club-people/erase-face-search.ts',
  ]);
});

test('the statement of the check is part of the check alone', () => {
  expect(naming(/\blikelyRefusers\b/)).toEqual([
    'server/features/sharing/share-links/likely-refusers.sql.ts',
    'server/features/sharing/share-links/people-to-check.repository.ts',
  ]);
  expect(naming(/\b(likelyPairs|guarded)\(/)).toEqual([
    'server/features/sharing/share-links/compare-added-photos.ts',
    'server/features/sharing/share-links/likely-refusers.sql.ts',
    'server/features/sharing/share-links/notify-after-guard-picture.ts', // who shows photos when a picture is given
  ]);
});
