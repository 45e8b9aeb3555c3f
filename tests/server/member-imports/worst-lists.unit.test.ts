import { expect, it } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { toIdentity } from '#server/features/people/member-imports/people-index.ts';
import { planImport } from '#server/features/people/member-imports/plan-import.ts';
import { readListInWorker } from '#server/features/people/member-imports/reading/read-list-in-worker.ts';
import { runs } from '#tests/support/thoroughness.ts';

const BYTES = inputLimits.importFileBytesMax;
const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Lists as large as they may be, each in the shape that is worst for one part of the reading. */
const shapes: Record<string, () => string> = {
  'many columns': () => lines(20, () => ','.repeat(99_000)),
  'many columns of addresses': () => lines(20, () => 'a@b.cc,'.repeat(14_000)),
  'equal long names': () => lines(5_000, () => `Anna ${'a'.repeat(380)}`),
  'equal names, other addresses': () =>
    `Vorname;Nachname;E-Mail\n${lines(5_000, (n) => `Anna;Jäger;${n}@x.example`)}`,
  'equal names and addresses': () =>
    `Vorname;Nachname;E-Mail\n${lines(5_000, () => 'Anna;Jäger;a@x.example')}`,
  'other names, equal addresses': () =>
    `Vorname;Nachname;E-Mail\n${lines(5_000, (n) => `Anna;Nr ${n};a@x.example`)}`,
  'an open quotation mark': () => `"${'a'.repeat(BYTES - 1)}`,
  'quotation marks': () => '"'.repeat(BYTES),
  'blank space': () => `Name\n${' '.repeat(BYTES - 10)}x`,
  'blank lines': () => `${'\n'.repeat(BYTES - 10)}Anna`,
  'open brackets': () => lines(5_000, () => '<'.repeat(399)),
  'addresses without end': () => lines(5_000, () => `${'a.'.repeat(150)}@${'b.'.repeat(40)}`),
  'accents on accents': () => lines(5_000, () => `a${'\u0301'.repeat(195)}`),
  'more lines than a list may have': () => lines(BYTES / 4, () => 'a,b'),
};

it.each(Object.entries(shapes).filter((_, at) => at % runs(3, 1) === 0))(
  '%s hold nobody up',
  async (_shape, content) => {
    const bytes = Buffer.from(content()).subarray(0, BYTES);
    const before = process.threadCpuUsage();
    try {
      const list = await readListInWorker(bytes, {});
      expect(list.columns.length).toBeLessThanOrEqual(50);
      // Once against a club without members, and once against one that has all of them already.
      planImport(list.lines, [], false);
      const known = list.lines.map((line) => ({
        kind: 'invitation' as const,
        identities: [toIdentity(line)],
      }));
      planImport(list.lines, known, false);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  },
);
