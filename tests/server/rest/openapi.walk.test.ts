/** @module-tag long */
import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import { errorTable } from '#server/contract/error-codes.ts';
import { openApiDocument, procedureOf } from '#server/rest/openapi.ts';
import { pathParameters, type RouteRow, routes } from '#server/rest/procedure-route-table.ts';
import type { ProcedureMeta } from '#server/trpc/trpc.ts';
import {
  type Actor,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let member: Actor;
let ids: Record<string, string>;
beforeAll(async () => {
  admin = await createActor(app, ['superuser', 'admin', 'photographer']);
  member = await createActor(app);
  const club = await createClub(app);
  const event = await createEvent(app, [club]);
  const gallery = await createGallery(app, {
    event,
    visibility: 'private',
    createdBy: admin.id,
    photographer: admin.id,
  });
  ids = { user: member.id, club, event, gallery, photo: await createPhoto(app, gallery) };
});

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { meta?: ProcedureMeta; type: string; inputs: unknown[]; output?: unknown } }
>;
const metaOf = (row: RouteRow) => procedureOf(row.procedure).meta as ProcedureMeta;

/** A path with things that exist where the walk has them. */
function realPath(row: RouteRow): string {
  const noun = row.path.split('/')[1] ?? '';
  const own =
    { users: 'user', clubs: 'club', events: 'event', galleries: 'gallery', photos: 'photo' }[noun] ??
    'gallery';
  const gallery = /\/galleries\/|\/gallery\//.test(row.path) ? 'gallery' : own;
  return row.path
    .replace('{user_id}', ids.user!)
    .replace('{club_id}', ids.club!)
    .replace('{event_id}', ids.event!)
    .replace('{gallery_id}', ids.gallery!)
    .replace('{role}', 'photographer')
    .replace(/\{(id|first_id)\}/, ids[gallery]!)
    .replace('{token}', 'no-such-token');
}

describe('the REST table', () => {
  test('every procedure but the live ones has a route, and every route a procedure', () => {
    const routed = new Set(routes.map((row) => row.procedure));
    const missing = Object.entries(procedures).filter(
      ([name, p]) => p._def.type !== 'subscription' && !routed.has(name),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
    for (const row of routes) expect(procedures[row.procedure]).toBeDefined();
  });

  test('every procedure says who may come in and what it answers', () => {
    for (const [name, { _def }] of Object.entries(procedures)) {
      expect([name, typeof _def.meta?.access, typeof _def.meta?.rule]).toEqual([name, 'string', 'string']);
      if (_def.type !== 'subscription')
        expect([name, _def.output !== undefined, Boolean(_def.meta?.summary)]).toEqual([name, true, true]);
    }
  });

  test.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s takes its path parameters',
    (_name, row) => {
      const input = procedureOf(row.procedure).inputs[0] as unknown as
        | { shape?: object; def?: { in?: { shape?: object } } }
        | undefined;
      const names = Object.keys(input?.shape ?? input?.def?.in?.shape ?? {});
      for (const parameter of pathParameters(row.path)) expect(names).toContain(parameter);
    },
  );

  test.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s exists and refuses whom it should',
    async (_name, row) => {
      const path = realPath(row);
      const { access, rule } = metaOf(row);
      const anonymous = await caller(app.url)(
        row.method.toUpperCase(),
        path,
        row.method === 'get' ? undefined : {},
      );
      expect(anonymous.body.code).not.toBe('not_found');
      expect(anonymous.status).toBeLessThan(500);
      if (access !== 'public')
        expect([anonymous.status, anonymous.body.code]).toEqual([401, 'not_signed_in']);
      const foreign = await (await createActor(app)).call(
        row.method.toUpperCase(),
        path,
        row.method === 'get' ? undefined : {},
      );
      expect(foreign.status).toBeLessThan(500);
      const refuses = access === 'guarded' && !/\.(read|readRoles)$/.test(rule ?? '');
      // An input that is not valid may be told first: 422 changes nothing either.
      if (refuses) expect([403, 404, 422]).toContain(foreign.status);
    },
  );

  test('reading answers are what their schemas say', async () => {
    for (const row of routes.filter(
      (r) => r.method === 'get' && !r.path.includes('{token}') && !r.path.includes('preview'),
    )) {
      const answer = await admin.call('GET', realPath(row));
      if (answer.status === 404) continue; // no person or decision exists in this world
      expect([row.path, answer.status]).toEqual([row.path, 200]);
      // Answers depend on who asks, so no cache may keep them.
      expect([row.path, answer.headers.get('cache-control')]).toEqual([row.path, 'no-store']);
      const output = procedureOf(row.procedure).output as unknown as {
        safeParse(v: unknown): { success: boolean; error?: unknown };
      };
      expect([row.path, output.safeParse(answer.body.data).error]).toEqual([row.path, undefined]);
    }
  });
});

describe('the OpenAPI document', () => {
  test('lists every route with its errors, in known codes', async () => {
    const document = openApiDocument() as {
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const row of routes) {
      const operation = document.paths[`/api${row.path}`]?.[row.method];
      expect(Object.keys(operation?.responses ?? {})).toContain(String(row.status));
      expect(Object.keys(operation?.responses ?? {})).toContain('422');
    }
    for (const [code, [status]] of Object.entries(errorTable))
      expect([code, status >= 400 && status < 600]).toEqual([code, true]);
  });

  test.each([
    ['post', '/api/galleries', '403', 'gallery_create_forbidden'],
    ['post', '/api/galleries', '404', 'event_not_found'],
    ['put', '/api/clubs/{id}', '403', 'club_forbidden'],
    ['post', '/api/users', '401', 'session_expired'],
    ['delete', '/api/photos/{id}', '403', 'gallery_action_forbidden'],
  ])('names for %s %s what its guard refuses beside what the procedure refuses: %s %s', (...row) => {
    const [method, path, status, code] = row;
    const { paths } = openApiDocument() as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    expect(paths[path]?.[method]?.responses[status]?.description).toContain(code);
  });

  test('is served as data and as a page', async () => {
    expect((await fetch(`${app.url}/api/openapi.json`)).status).toBe(200);
    const page = await fetch(`${app.url}/api/docs`);
    const text = await page.text();
    expect([page.status, text.includes('/api/galleries/{id}')]).toEqual([200, true]);
    // Nothing the content security policy would hold back, nothing from elsewhere.
    expect(text).not.toMatch(/<script|\son[a-z]+=|https?:\/\/|@import|url\(/);
  });
});
