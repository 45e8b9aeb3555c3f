/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { procedureOf } from '#server/rest/openapi.ts';
import { pathParameters, type RouteRow, routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

/** No input gives a 5xx, a stack, SQL or a hang; everything is answered in the one shape. */
const app = startTestAppBeforeAll();
let admin: Actor;
let ids: string[];
beforeEach(async () => {
  admin = await createActor(app, ['superuser', 'admin', 'photographer']);
});

const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202Etxt.exe\u200B',
  '<img src=x onerror=alert(1)>',
  "'; drop table app_user; --",
  '%_\\',
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '😀'.repeat(300),
  'x'.repeat(10_000),
  '00000000-0000-7000-8000-000000000000',
  '{"$gt":""}',
  '1e309',
  '0000-01-01',
  '9999-12-31',
  '-0001-01-01',
  '-1',
];
const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  [],
  [[]],
  {},
  { __proto__: null, constructor: 1 },
  ['x', 1, null],
  ...texts,
];

/** Each route takes every so manyth of the values, the next route the next ones. */
const EVERY = runs(16, 1);

function fieldsOf(row: RouteRow): string[] {
  const input = procedureOf(row.procedure).inputs[0] as unknown as
    | (z.ZodObject & { def?: { in?: z.ZodObject } })
    | undefined;
  return Object.keys(input?.shape ?? input?.def?.in?.shape ?? {});
}

async function requireHonest(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect([what, response.status < 500]).toEqual([what, true]);
  const body = JSON.parse(text) as { success?: boolean; code?: string };
  expect([what, typeof body.success]).toEqual([what, 'boolean']);
  expect(text).not.toMatch(/select .+ from|node_modules|\bat .+\.ts:\d+/i);
}

const send = (row: RouteRow, path: string, body: unknown) =>
  fetch(`${app.url}/api${path}`, {
    method: row.method.toUpperCase(),
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    ...(row.method === 'get' || row.method === 'delete' ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });

async function freshIds(): Promise<string[]> {
  const club = await createClub(app);
  const event = await createEvent(app, [club]);
  const gallery = await createGallery(app, {
    event,
    visibility: 'private',
    createdBy: admin.id,
    photographer: admin.id,
  });
  return [club, event, gallery, await createPhoto(app, gallery), (await createActor(app)).id];
}

describe.each(
  routes
    .filter((row) => !row.procedure.startsWith('auth.logout'))
    .map((row, at) => [`${row.method} ${row.path}`, row, at] as const),
)('%s', (_name, row, at) => {
  test('takes odd values in every field, and odd ids in its path', async () => {
    ids = await freshIds();
    const names = pathParameters(row.path);
    const fields = fieldsOf(row).filter((field) => !names.includes(field));
    const reads = row.method === 'get' || row.method === 'delete';
    for (const [index, value] of values.entries()) {
      if ((index + at) % EVERY !== 0) continue;
      const isText = typeof value === 'string' && !value.includes('\ud800');
      const path = row.path.replace(/\{\w+\}/g, () =>
        isText && index % 2 === 0 && value !== ''
          ? encodeURIComponent(value)
          : (ids[index % ids.length] as string),
      );
      const query = reads && isText ? `?${new URLSearchParams(fields.map((field) => [field, value]))}` : '';
      await requireHonest(
        await send(
          row,
          path.slice(0, 4_000) + query.slice(0, 6_000),
          Object.fromEntries(fields.map((field) => [field, value])),
        ),
        `${path} ${index}`,
      );
    }
    if (!reads)
      for (const body of [null, [], 'text', 5])
        await requireHonest(
          await send(row, row.path.replace(/\{\w+\}/g, ids[0]!), body),
          JSON.stringify(body),
        );
  });
});

test.each([
  ['ten thousand parameters', `/clubs?${Array.from({ length: 3_000 }, (_, i) => `a${i}=`).join('&')}`],
  ['the same parameter many times', '/clubs?search=a&search=b&search[]=c&limit=1&limit=2'],
  ['a broken escape', '/clubs/%E0%A4%A'],
  ['doubled slashes', '//clubs//'],
  ['dots', '/clubs/../users/../../x'],
])('%s in the address is answered', async (_name, path) => {
  const response = await fetch(`${app.url}/api${path}`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  });
  expect(response.status).toBeLessThan(500);
});

test.each([
  ['depth', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'application/json'],
  ['a prototype', '{"__proto__": {"isAdmin": true}, "name": "x", "sport_type": "y"}', 'application/json'],
  ['another type', 'name=x', 'text/plain'],
  ['XML', '<a/>', 'application/xml'],
  ['a form with many fields', 'a=1&'.repeat(2_000), 'application/x-www-form-urlencoded'],
])('a body with %s is answered', async (_name, body, type) => {
  const response = await fetch(`${app.url}/api/clubs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': type },
    body,
  });
  expect(response.status).toBeLessThan(500);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
