import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findViolations, sources, violationsOf } from './find-violations.ts';
import { importsOf } from './imports-of.ts';
import { DOMAINS, INTERNAL, MODULES } from './module-boundaries.ts';

test('no source imports across a module boundary', () => {
  expect(sources().length).toBeGreaterThan(400);
  expect(findViolations()).toEqual([]);
});

/** One forbidden import for each of MODULES, then for each of INTERNAL, in their order. */
const FORBIDDEN: [file: string, source: string][] = [
  ['client/app/x.tsx', `import { createRouter } from '#server/app-router.ts';`],
  [
    'client/features/galleries/events/api/x.ts',
    `import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';`,
  ],
  [
    'client/components/ui/x.tsx',
    `import { EventCard } from '../../features/galleries/events/components/event-card.tsx';`,
  ],
  ['client/lib/x.ts', `import { router } from '#server/app-router.ts';`],
  ['server/contract/x.ts', `import type { Database } from '../db/tables.ts';`],
  ['server/ids.ts', `import { chunks } from './db/chunks.ts';`],
  ['server/app.ts', `import { createImaging } from '#ml/imaging/decoder-pool.ts';`],
  ['server/config/x.ts', `import { openStore } from '../storage/open-store.ts';`],
  ['server/storage/x.ts', `import { findPhoto } from '../features/galleries/photos/photos.repository.ts';`],
  ['server/db/x.ts', `import type { Event } from '../features/galleries/events/events.repository.ts';`],
  [
    'server/visibility/x.ts',
    `import { loadGallery } from '../features/galleries/galleries/load-gallery.ts';`,
  ],
  [
    'server/features/administration/mail/sending/x.ts',
    `import { findMailReader } from '../mail-recipients.repository.ts';`,
  ],
  [
    'server/features/platform/audit/x.ts',
    `import { findUser } from '#server/features/accounts/users/users.repository.ts';`,
  ],
  [
    'server/features/accounts/users/x.ts',
    `import { loadClub } from '#server/features/clubs/clubs/load-club.ts';`,
  ],
  [
    'server/features/clubs/clubs/x.ts',
    `import { endGuardianships } from '#server/features/people/guardians/end-guardianships.ts';`,
  ],
  [
    'server/features/people/family/x.ts',
    `import { loadEvent } from '#server/features/galleries/events/load-event.ts';`,
  ],
  [
    'server/features/galleries/photos/x.ts',
    `import { listFaces } from '#server/features/faces/gallery-people/faces.repository.ts';`,
  ],
  [
    'server/features/faces/my-photos/x.ts',
    `import { createLink } from '#server/features/sharing/share-links/create-share-link.ts';`,
  ],
  [
    'server/features/sharing/takedowns/x.ts',
    `import { erasePerson } from '#server/features/administration/erasure/erase-person.ts';`,
  ],
  ['server/features/administration/stats/x.ts', `import { startRunner } from '#server/jobs/runner.ts';`],
  ['server/live/x.ts', `import { openDatabase } from '../db/database.ts';`],
  ['server/jobs/handlers/x.ts', `import { publicProcedure } from '../../trpc/trpc.ts';`],
  ['server/processes/x.ts', `import { notify } from '../features/accounts/notifications/notify.ts';`],
  [
    'server/face-engine/x.ts',
    `import { findPhoto } from '../features/galleries/photos/photos.repository.ts';`,
  ],
  ['server/trpc/x.ts', `import { chunks } from '#server/db/chunks.ts';`],
  ['server/http/x.ts', `import { routes } from '../rest/procedure-route-table.ts';`],
  ['server/rest/x.ts', `import type { Database } from '../db/tables.ts';`],
  ['server/dav/x.ts', `import { routes } from '#server/rest/procedure-route-table.ts';`],
  ['server/inbox/x.ts', `import { buildRequestContext } from '#server/http/build-request-context.ts';`],
  ['server/backup/x.ts', `import { JobRunner } from '#server/jobs/runner.ts';`],
  ['server/operator/x.ts', `import { appRouter } from '../app-router.ts';`],
  ['server/scripts/x.ts', `const { decode } = await import('#ml/imaging/open-image.ts');`],
  ['ml/scripts/x.ts', `import { readConfig } from '#server/config/config.ts';`],
  ['ml/pipeline/x.ts', `const worker = new URL('../../server/main.ts', import.meta.url);`],
  ['scripts/bench/x.ts', `import { App } from '#client/app/app.tsx';`],
  ['migrations/x.ts', `import type { Role } from '../server/contract/roles.ts';`],
  [
    'server/features/accounts/users/x.ts',
    `import { clubsRouter } from '#server/features/accounts/users/users.router.ts';`,
  ],
  ['ml/engine.ts', `export { bench } from './scripts/bench.ts';`],
];
const RULES = [...MODULES, ...INTERNAL];

describe('a forbidden import is refused', () => {
  test('for every rule', () => expect(FORBIDDEN).toHaveLength(RULES.length));

  test.each(FORBIDDEN.map(([file, source], at) => ({ file, source, why: RULES[at]?.why })))(
    '$file: $source',
    ({ file, source, why }) => {
      const [violation, ...others] = violationsOf(file, source);
      expect(others).toEqual([]);
      expect(violation).toContain(`${file} imports ${importsOf(file, source)[0]?.target}. ${why}`);
    },
  );

  test('in a file that belongs to no module', () => {
    expect(violationsOf('server/attic/x.ts', '')).toEqual([expect.stringContaining('belongs to no module')]);
  });
});

test('the folders of features are the domains, and the client has no others', () => {
  const foldersOf = (side: string) =>
    readdirSync(`${side}/features`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  expect(foldersOf('server').sort()).toEqual([...DOMAINS].sort());
  expect(foldersOf('client').filter((name) => !DOMAINS.includes(name))).toEqual([]);
});

test('no part of the product imports benchmarks, load test, evaluation or demo', () => {
  const product = MODULES.filter(({ files }) => files[0] !== 'scripts/');
  for (const { files, may, mayForTypes = [] } of product)
    expect([files, [...may, ...mayForTypes].filter((place) => place.startsWith('scripts/'))]).toEqual([
      files,
      [],
    ]);
  expect(violationsOf('ml/scripts/x.ts', `import '#scripts/evaluate/grouping.ts';`)).toHaveLength(1);
});

test('types pass where values do not', () => {
  const wire = (how: string) => violationsOf('client/lib/x.ts', `${how} from '#server/app-router.ts';`);
  expect(wire('import type { AppRouter }')).toEqual([]);
  expect(wire('import { type AppRouter }')).toEqual([]);
  expect(wire('export type { AppRouter }')).toEqual([]);
  expect(wire('import { type AppRouter, appRouter }')).toHaveLength(1);
});

test('what everything imports takes no type of a feature', () => {
  for (const file of ['server/app-context.ts', 'server/trpc/request-context.ts'])
    expect(violationsOf(file, `import type { X } from '#server/features/accounts/auth/x.ts';`)).toHaveLength(
      1,
    );
  expect(violationsOf('server/app-context.ts', `import type { X } from './jobs/queue.ts';`)).toHaveLength(1);
});

test('a feature of the client may import its own files', () => {
  const source = `import { useClubs } from '../api/list-clubs.ts';`;
  expect(violationsOf('client/features/clubs/clubs/components/x.tsx', source)).toEqual([]);
});
