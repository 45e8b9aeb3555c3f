import { readFileSync } from 'node:fs';

/**
 * The modules of this repository and which of its files each may import; a module may always import its own files. What
 * a module is for stands in docs/develop/architecture.md. Packages are restricted by the linter (biome.json).
 */
export interface Module {
  /** Folders end in a slash. `*` stands for one name, and each name is a module of its own. The first match counts. */
  files: string[];
  may: string[];
  /** What may be imported with `import type` only. */
  mayForTypes?: string[];
  why: string;
}

const SHARED = [
  'server/clock.ts',
  'server/escape-html.ts',
  'server/ids.ts',
  'server/logger.ts',
  'server/remember-until-written.ts',
  'server/app-context.ts',
  'server/endings.ts',
];
const ML = 'ml/index.ts';

/**
 * The domains of the features, in their order: each imports itself and those before it, and `Endings` are called the other way. The
 * folders of client/features are called alike.
 */
export const DOMAINS = Object.keys(
  JSON.parse(readFileSync('server/features/domains.json', 'utf8')) as Record<string, string>,
);
const folderOf = (domain: string) => `server/features/${domain}/`;

const moduleOfDomain = (domain: string, at: number): Module => ({
  files: [folderOf(domain)],
  may: [
    'server/contract/',
    'server/config/start-error.ts',
    'server/db/',
    'server/processes/get-process-stats.ts',
    'server/storage/',
    'server/visibility/',
    'server/live/bus.ts',
    'server/trpc/trpc.ts',
    ...SHARED,
    ...DOMAINS.slice(0, at).map(folderOf),
  ],
  mayForTypes: ['server/trpc/request-context.ts'],
  why: 'Features know the features of their domain and of those before it; no Express, no REST, no jobs, no pixels.',
});

export const MODULES: Module[] = [
  {
    files: ['client/main.tsx', 'client/app/'],
    may: ['client/', 'server/contract/'],
    why: 'Pages compose features; of the server they import the contract only.',
  },
  {
    files: ['client/features/*/*/'],
    may: [
      'client/components/',
      'client/icons/',
      'client/hooks/',
      'client/lib/',
      'client/i18n/',
      'server/contract/',
    ],
    why: 'A feature imports no other feature and no page: only client/app composes them.',
  },
  {
    files: ['client/components/'],
    may: ['client/icons/', 'client/hooks/', 'client/lib/', 'client/i18n/', 'server/contract/'],
    why: 'Components know no feature and no page.',
  },
  {
    files: ['client/icons/', 'client/hooks/', 'client/lib/', 'client/i18n/'],
    may: ['client/hooks/', 'client/lib/', 'client/i18n/', 'server/contract/'],
    mayForTypes: ['server/app-router.ts'],
    why: 'These know no feature and no component; of the server the contract and the type of the router.',
  },
  {
    files: ['server/contract/'],
    may: [],
    why: 'The contract also runs in the browser and knows nothing else.',
  },
  {
    files: SHARED,
    may: ['server/contract/', ...SHARED],
    mayForTypes: ['server/db/', ML],
    why: 'Every module of the server imports these files, so they import types only, and none of a feature.',
  },
  {
    files: ['server/*.ts'],
    may: ['server/', ML],
    why: 'The server is composed here, from everything but the scripts and the inside of ml.',
  },
  {
    files: ['server/config/'],
    may: ['server/contract/', ...SHARED],
    why: 'Settings know no feature, no database and no request.',
  },
  {
    files: ['server/storage/'],
    may: ['server/contract/', 'server/config/', ...SHARED],
    why: 'The storage of photos knows no feature, no database and no request.',
  },
  {
    files: ['server/db/'],
    may: ['server/contract/', 'server/config/', ...SHARED],
    why: 'The database knows no feature: features query it.',
  },
  {
    files: ['server/visibility/'],
    may: ['server/contract/', ...SHARED],
    mayForTypes: ['server/db/'],
    why: 'Who may see which photo, face and name is said below all features.',
  },
  {
    files: ['server/features/administration/mail/rendering/', 'server/features/administration/mail/sending/'],
    may: ['server/contract/', 'server/features/administration/mail/rendering/', ...SHARED],
    why: 'Texts, layout and sending of mails know no feature and no database.',
  },
  ...DOMAINS.map(moduleOfDomain),
  {
    files: ['server/live/'],
    may: ['server/contract/', 'server/features/', 'server/trpc/trpc.ts', ...SHARED],
    mayForTypes: ['server/trpc/request-context.ts'],
    why: 'Live updates ask features what a viewer may see, and know neither REST nor the database.',
  },
  {
    files: ['server/jobs/'],
    may: [
      'server/contract/',
      'server/db/',
      'server/backup/backup-runs.repository.ts',
      'server/face-engine/build-cluster-input.ts',
      'server/features/',
      'server/storage/',
      ML,
      ...SHARED,
    ],
    why: 'Background work knows neither tRPC nor REST nor HTTP.',
  },
  {
    files: ['server/processes/'],
    may: ['server/contract/', 'server/config/', 'server/db/', ...SHARED],
    mayForTypes: ['server/face-engine/face-engine-handle.ts', 'server/storage/', ML],
    why: 'What the processes of one installation tell each other goes through the database alone.',
  },
  {
    files: ['server/face-engine/'],
    may: [
      'server/contract/',
      'server/db/',
      'server/features/faces/gallery-people/',
      'server/features/faces/recognition/',
      ML,
      ...SHARED,
    ],
    mayForTypes: ['server/config/'],
    why: 'Features and requests reach the models through this folder; it knows neither of them but the settings of recognition.',
  },
  {
    files: ['server/trpc/'],
    may: ['server/contract/', ...SHARED],
    why: 'What procedures are made of knows no feature: guards stand beside what they load.',
  },
  {
    files: ['server/http/'],
    may: ['server/contract/', 'server/features/', 'server/trpc/', 'server/app-router.ts', ...SHARED],
    mayForTypes: ['server/create-services.ts'],
    why: 'The middleware of every request knows no REST route, no database and no pixels.',
  },
  {
    files: ['server/rest/'],
    may: [
      'server/contract/',
      'server/features/',
      'server/http/',
      'server/processes/leases.repository.ts',
      'server/storage/',
      'server/trpc/',
      'server/app-router.ts',
      'server/visibility/',
      ML,
      ...SHARED,
    ],
    why: 'REST calls the procedures and features; features talk to the database.',
  },
  {
    files: ['server/dav/'],
    may: [
      'server/contract/',
      'server/features/',
      'server/http/build-request-context.ts',
      'server/rest/downloads/',
      'server/rest/uploads/',
      'server/storage/',
      'server/trpc/',
      ...SHARED,
    ],
    mayForTypes: ['server/rest/file-route-dependencies.ts'],
    why: 'WebDAV is a door beside REST: it sends pictures and takes uploads as REST does, and calls features for the rest.',
  },
  {
    files: ['server/inbox/'],
    may: ['server/contract/', 'server/features/', 'server/rest/uploads/', 'server/storage/', ...SHARED],
    mayForTypes: ['server/rest/file-route-dependencies.ts', 'server/trpc/request-context.ts'],
    why: 'The hot folder takes photos as uploads do; nobody asks it.',
  },
  {
    files: ['server/backup/'],
    may: [
      'server/contract/',
      'server/config/start-error.ts',
      'server/db/',
      'server/features/',
      'server/jobs/queue.ts',
      ML,
      'server/storage/',
      'server/trpc/trpc.ts',
      ...SHARED,
    ],
    mayForTypes: ['server/config/'],
    why: 'A backup holds tables and files as they are; restoring one queues jobs and repeats erasures.',
  },
  {
    files: ['server/operator/'],
    may: ['server/contract/', 'server/backup/', 'server/features/', ...SHARED],
    why: 'The operator’s actions are use cases; they need neither tRPC nor REST.',
  },
  {
    files: ['server/scripts/'],
    may: ['server/', ML, 'ml/scripts/'],
    why: 'Scripts use the server; of ml its public interface and its scripts.',
  },
  {
    files: ['ml/scripts/'],
    may: ['ml/'],
    why: 'Scripts of ml know pixels and vectors only.',
  },
  {
    files: ['ml/'],
    may: ['models/manifest.json'],
    why: 'ml owns pixels and vectors only.',
  },
  {
    files: ['scripts/'],
    may: ['server/', 'ml/'],
    why: 'Benchmarks, load tests, the evaluation and the demo use server and ml; no part of the product imports them.',
  },
  { files: ['migrations/'], may: [], why: 'Migrations never follow today’s types, and each stands alone.' },
];

/** Files that only the named files may import, whatever their module allows. */
export const INTERNAL: { files: RegExp; for: string[]; why: string }[] = [
  {
    files: /^server\/(features|backup)\/.*\.router\.ts$/,
    for: ['server/app-router.ts'],
    why: 'A router is called through the whole router, not by another file.',
  },
  {
    files: /^(server|ml)\/scripts\//,
    for: ['server/scripts/', 'ml/scripts/', 'scripts/', 'tests/'],
    why: 'The server runs without its scripts.',
  },
];
