/** @module-tag long */
import { beforeAll, expect, test } from 'vitest';
import { procedureOf } from '#server/rest/openapi.ts';
import { type RouteRow, routes } from '#server/rest/procedure-route-table.ts';
import { type Actor, createActor, createClub } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

/** Every field of every procedure in its worst shapes at the size limit: none takes the server from others. */
const app = startTestAppBeforeAll();
let admin: Actor;
let club: string;
beforeAll(async () => {
  club = await createClub(app);
  admin = await createActor(app, ['superuser', 'admin', 'photographer', { role: 'club_admin', club }]);
});

/** As in server/http/parse-request-bodies.ts, in bytes, less what stands around the value. */
const BODY_BYTES = 255_000;
/** Of the file, which is sent as base64. */
const LIST_BYTES = 2_000_000;

const repeat = (text: string) => (size: number) => text.repeat(Math.ceil(size / Buffer.byteLength(text)));
const list = (item: (n: number) => unknown) => (size: number) => {
  const count = Math.floor(size / (JSON.stringify(item(1e6)).length + 1));
  return Array.from({ length: count }, (_, n) => item(n));
};
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A value of about so many bytes. */
const shapes: Record<string, (size: number) => unknown> = {
  letters: repeat('x'),
  spaces: repeat(' '),
  'parts between dots': repeat('a.'),
  'at signs': repeat('a@'),
  'combining marks': repeat('\u0301'),
  digits: repeat('1'),
  slashes: repeat('/..'),
  columns: repeat('a;'),
  quotes: repeat('"'),
  'equal lines': repeat('Anna;Berg;anna@example.org\n'),
  'equal texts': list(() => 'anna@example.org'),
  ids: list(uuid),
  'equal ids': list(() => uuid(1)),
  'objects with the same keys': list((n) => ({ id: uuid(n), name: 'Anna Berg', email: 'anna@example.org' })),
  'an object with many keys': (size) =>
    Object.fromEntries(Array.from({ length: size / 14 }, (_, n) => [`k${n}`, n])),
  numbers: list((n) => n),
};

/** What a procedure that was written for one size may take, in ms: shapes that take less are not looked at further. */
const UNSUSPICIOUS_MS = 250;
/** For four times the bytes: 4 is linear, 16 quadratic. */
const MAX_GROWTH = 8;

const asList = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');

function fieldsOf(row: RouteRow): string[] {
  const input = procedureOf(row.procedure).inputs[0] as unknown as
    | { shape?: object; def?: { in?: { shape?: object } } }
    | undefined;
  return Object.keys(input?.shape ?? input?.def?.in?.shape ?? {});
}

async function timeOf(row: RouteRow, field: string, value: unknown): Promise<number> {
  const path = row.path.replace(/\{\w+\}/g, club);
  const body = JSON.stringify({ [field]: value });
  const start = performance.now();
  const response = await fetch(`${app.url}/api${path}`, {
    method: row.method.toUpperCase(),
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body,
  });
  await response.text();
  expect([row.procedure, field, response.status < 500]).toEqual([row.procedure, field, true]);
  return performance.now() - start;
}

const fastest = async (measure: () => Promise<number>) =>
  Math.min(await measure(), await measure(), await measure());

const written = routes.filter(
  (row) => row.method !== 'get' && row.method !== 'delete' && !row.procedure.startsWith('auth.logout'),
);

test.each(written.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s takes no more than linear time for its largest inputs',
  async (_name, row) => {
    const found: string[] = [];
    const kinds = Object.entries(shapes);
    for (const [at, field] of fieldsOf(row).entries())
      for (const [name, shapeOf] of kinds.filter(
        (_, kind) => runs(kind === at % kinds.length ? 1 : 0, 1) === 1,
      )) {
        const isList = row.procedure.startsWith('memberImports.') && field === 'file';
        const size = isList ? LIST_BYTES : BODY_BYTES;
        const shape = (bytes: number) => (isList ? asList(shapeOf(bytes)) : shapeOf(bytes));
        const milliseconds = (bytes: number) => timeOf(row, field, shape(bytes));
        const whole = await milliseconds(size);
        if (whole < UNSUSPICIOUS_MS || whole <= MAX_GROWTH * (await milliseconds(size / 4))) continue;
        const [again, quarter] = [
          await fastest(() => milliseconds(size)),
          await fastest(() => milliseconds(size / 4)),
        ];
        if (again > Math.max(UNSUSPICIOUS_MS, MAX_GROWTH * quarter))
          found.push(`${field}: ${name}, ${again} ms for ${quarter}`);
      }
    expect(found).toEqual([]);
  },
  300_000,
);
