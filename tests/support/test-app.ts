import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Router } from 'express';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AppContext } from '#server/app-context.ts';
import { type Clock, systemClock } from '#server/clock.ts';
import { clustering } from '#server/face-engine/clustering-adapter.ts';
import { createPasswordHasher } from '#server/features/accounts/auth/password-hasher.ts';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { relyingPartyAt } from '#server/features/accounts/passkeys/relying-party.ts';
import { browserServices } from '#server/features/administration/web-push/sending/push-reach.ts';
import type { MailSettings } from '#server/features/platform/outbox/mail-with-links.ts';
import { createRateLimits } from '#server/features/platform/rate-limits/rate-limits.ts';
import { endings } from '#server/features-that-end.ts';
import { askBeforeBodies } from '#server/http/ask-before-bodies.ts';
import type { JobName, JobPayloads } from '#server/jobs/registry.ts';
import { MemoryBus } from '#server/live/bus.ts';
import { createLogger, type Logger } from '#server/logger.ts';
import { type Memories, memoriesOf } from '#server/remember-until-written.ts';
import type { FileRouteDependencies } from '#server/rest/file-route-dependencies.ts';
import { borrowTestDatabase, createTestDatabase, type TestDatabase } from './database.ts';

export type EnqueuedJob = { [N in JobName]: { name: N; payload: JobPayloads[N] } }[JobName];

export type TestApp = {
  url: string;
  ctx: AppContext;
  database: TestDatabase;
  /** What was handed to the background, in order; nothing runs it. */
  jobs: EnqueuedJob[];
  clock: MovableClock;
  /** The same server at an address of its own, with other settings of its operator, or other parts. */
  serveAs(
    settings: { publicUrl?: string; trustProxyHops?: number; log?: Logger; clientDir?: string } & Partial<
      Memories & Pick<AppContext, 'db' | 'tokens' | 'passwords' | 'provider' | 'relyingParty'>
    >,
  ): Promise<string>;
  close(): Promise<void>;
};

type TestAppOptions = {
  files?: (ctx: AppContext) => FileRouteDependencies;
  dav?: (ctx: AppContext) => Router;
  mail?: MailSettings;
  log?: Logger;
  /** A data folder that no other test has written to. */
  ownDatabase?: boolean;
};

type MovableClock = Clock & { set(now: Date | null): void; fixed(): Date | null };

/** A clock that can be moved. */
function movableClock(): MovableClock {
  let fixed: Date | null = null;
  const date = () => fixed ?? systemClock.now();
  return {
    now: date,
    today: () => (fixed ? fixed.toISOString().slice(0, 10) : systemClock.today()),
    set: (now) => {
      fixed = now;
    },
    fixed: () => fixed,
  };
}

/** Starts an app before the tests of the calling file and closes it after them; its fields are set by then. */
export function startTestAppBeforeAll(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await startTestApp(options));
  });
  afterAll(() => app.close());
  return app;
}

/** The whole server on an empty database and a free port; recognition and files are left out or handed in. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await (options.ownDatabase ? createTestDatabase() : borrowTestDatabase());
  const log = options.log ?? createLogger(process.env.LOG_LEVEL ?? 'silent');
  const jobs: EnqueuedJob[] = [];
  const clock = movableClock();
  const ctx: AppContext = {
    db: database.db,
    databaseKind: database.kind,
    ...memoriesOf(database.writes),
    role: 'all',
    log,
    clock,
    bus: new MemoryBus(),
    jobs: {
      enqueue: async (_trx, name, payloads) => {
        for (const payload of payloads) jobs.push({ name, payload } as EnqueuedJob);
      },
      cancel: async () => true,
      cancelAll: async () => undefined,
    },
    rateLimits: createRateLimits(),
    endings,
    passwords: createPasswordHasher(),
    tokens: createTokenSigner('a secret that only tests use, 32+ bytes long'),
    engine: {
      detectors: ['yunet', 'ultraface'],
      models: ['mobilefacenet', 'sface'],
      metricsByModel: { mobilefacenet: ['cosine', 'euclidean', 'euclidean_l2'], sface: ['cosine'] },
      thresholds: {
        mobilefacenet: { cosine: 0.065, euclidean: 0.51, euclidean_l2: 0.36 },
        sface: { cosine: 0.5 },
      },
      calibrations: {},
      defaults: {
        detector: 'yunet',
        model: 'mobilefacenet',
        metric: 'cosine',
        minConfidence: 0.6,
        minSizeRatio: 0.02,
      },
      pipelineVersion: (detector, model) => `test ${detector} ${model}`,
      provider: { name: 'cpu', refused: null },
      modelsWithLicenceToAccept: [],
      obtain: async () => {
        throw new Error('tests fetch no models');
      },
    },
    clustering,
    publicUrl: options.mail?.publicUrl ?? null,
    searchesPublicGalleries: true,
    relyingParty: relyingPartyAt(options.mail?.publicUrl ?? null, null),
    forwarding: { problem: null },
    provider: null,
    push: { reach: browserServices, contact: 'mailto:club@example.org' },
    mail: options.mail ?? null,
    backup: { dir: undefined, at: '03:00', keep: 7 },
    backupMaker: {
      ownFolders: [],
      begin: async () => {
        throw new Error('tests make no backups unless they say so');
      },
    },
    startedAt: new Date(),
  };
  const none = express.Router();
  const servers: Server[] = [];
  const serveAs: TestApp['serveAs'] = async ({ trustProxyHops = 0, clientDir = null, ...settings }) => {
    const served = Object.keys(settings).length === 0 ? ctx : { ...ctx, ...addressed(settings), ...settings };
    const files = options.files?.(served);
    const dav = options.dav?.(served);
    const app = createApp(served, { trustProxyHops, clientDir, health: [none], files, ...(dav && { dav }) });
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
      listening.keepAliveTimeout = 65_000; // as in main.ts; a test that computes for seconds loses no connection
      askBeforeBodies(listening);
    });
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    url: await serveAs({}),
    serveAs,
    ctx,
    database,
    jobs,
    clock,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await database.remove();
    },
  };
}

/** What depends on the address of the server. */
const addressed = ({ publicUrl }: { publicUrl?: string }): Partial<AppContext> =>
  publicUrl === undefined ? {} : { relyingParty: relyingPartyAt(publicUrl, null) };
