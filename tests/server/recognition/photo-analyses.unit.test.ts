import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** The owners of the table, its declaration, and the two that move all rows of a deleted photo away and back. */
const MAY_NAME_THE_TABLE = [
  'deleted-photos.repository.ts',
  'photo-analyses.repository.ts',
  'photo-analyses.sql.ts',
  'photo-analysis-reports.repository.ts',
  'restore-photos.ts',
  'tables.ts',
];

test('the recognition status of photos is read and written in one place', () => {
  const naming = globSync('server/**/*.ts').filter((path) =>
    /\bphoto_analysis\b/.test(readFileSync(path, 'utf8')),
  );
  expect(naming.map((path) => basename(path)).toSorted()).toEqual(MAY_NAME_THE_TABLE);
});

test('reports change no status', () => {
  const source = readFileSync(
    'server/features/faces/recognition/photo-analysis-reports.repository.ts',
    'utf8',
  );
  expect(source).not.toMatch(/\b(insertInto|updateTable|deleteFrom)\b|\b(insert|update|delete) /i);
});
