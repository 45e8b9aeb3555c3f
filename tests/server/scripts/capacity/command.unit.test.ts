import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { figuresOf } from '#server/scripts/capacity/inputs.ts';
import { flagOf, readArguments } from '#server/scripts/capacity/read-arguments.ts';
import { standardMeasurements } from '#server/scripts/capacity/read-measured.ts';

const folder = mkdtempSync(join(tmpdir(), 'clublens-capacity-'));
afterAll(() => rmSync(folder, { recursive: true }));

const names = Object.keys(figuresOf(standardMeasurements()));
const capacity = (...args: string[]) =>
  spawnSync(process.execPath, ['server/scripts/capacity.ts', ...args], { encoding: 'utf8' });

test('the report names the first limit, and every number with the flag that changes it', () => {
  const { status, stdout, stderr } = capacity('--clubs', '10000', '--photos-per-week', '400');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('10,000 clubs, 400 photos a club and week, after 3 years');
  expect(stdout).toMatch(
    /\d of \d+ limits are passed. The first is that of: embedded database, from \d+ clubs/,
  );
  for (const name of names) expect(stdout).toContain(`--${flagOf(name)} `);
});

test('as JSON it has the same figures, changed by flags and by files of the bench', () => {
  const file = join(folder, 'mine.json');
  const { results, ...rest } = standardMeasurements();
  writeFileSync(
    file,
    JSON.stringify({ ...rest, results: { backup: { ...results.backup, photos: 100, secondSeconds: 5 } } }),
  );
  const { status, stdout } = capacity('--json', '--clubs', '7', '--years=2', '--measured', file);
  expect(status).toBe(0);
  const { figures, years, limits } = JSON.parse(stdout);
  expect(figures.clubs).toEqual({ value: 7, unit: 'clubs', source: 'by flag' });
  expect(figures.backupMsPerPhoto.value).toBe(50);
  expect(figures.backupMsPerPhoto.source).toContain('mine.json');
  expect(figures.facesCoreMs.source).not.toContain('mine.json');
  expect(years).toHaveLength(2);
  expect(limits[0]).toMatchObject({ part: 'embedded database', unit: 'photos', allowed: 300_000 });
});

test.each([
  [['--clubs', 'many'], '--clubs is a number above 0 and up to 10,000,000, not "many".'],
  [['--clubs', '2.5'], '--clubs is a whole number, not "2.5".'],
  [['--clubs=-1'], '--clubs is a number above 0 and up to 10,000,000, not "-1".'],
  [['--years', '1000'], '--years is a number above 0 and up to 50, not "1000".'],
  [['--public-share', '20'], '--public-share is a number above 0 and up to 1, not "20".'],
  [['--clubs'], '--clubs needs a value.'],
  [['--club', '3'], 'There is no --club. Without flags all of them are listed.'],
  [['100'], '"100" belongs to no flag. Numbers follow theirs: --clubs 100'],
  [['--json', '--table'], '--json and --table are two forms: choose one.'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readArguments(args, names)).toThrow(sentence);
});

test('a refused argument ends with code 2 and one line', () => {
  const { status, stdout, stderr } = capacity('--measured', join(folder, 'nowhere.json'));
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(`--measured: ${join(folder, 'nowhere.json')} is not there.\n`);
  expect(capacity('--measured', 'README.md').stderr).toBe(
    '--measured: README.md is no file of npm run bench.\n',
  );
  const file = join(folder, 'older.json');
  writeFileSync(file, JSON.stringify({ ...standardMeasurements(), results: { photo: { msPerPhoto: {} } } }));
  expect(capacity('--measured', file)).toMatchObject({
    status: 2,
    stderr: `--measured: ${file}: figures that the model needs are missing; measure again.\n`,
  });
  expect(capacity('--clubs', '0')).toMatchObject({ status: 2, stdout: '' });
});

test('the README says what the command says', () => {
  const [, section = ''] = readFileSync('README.md', 'utf8').split(/^## How far it goes$/m);
  const [own = ''] = section.split(/^## /m);
  const isInTable = (line: string) => line.startsWith('|');
  expect(own.split('\n').filter(isInTable)).toEqual(capacity('--table').stdout.split('\n').filter(isInTable));
});
