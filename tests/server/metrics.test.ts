import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import express from 'express';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAnswers, metricsRoute } from '#server/http/metrics-route.ts';
import { createMetrics, type ServerMetrics } from '#server/metrics.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { enqueueNow } from '#tests/support/jobs.ts';

let database: TestDatabase;
let metrics: ServerMetrics;
beforeAll(async () => {
  database = await borrowTestDatabase();
  metrics = createMetrics({ database, dataDir: tmpdir(), backupDir: '/backups' });
});
afterAll(() => database.remove());

/** `max(metric{label}) > limit`, or of the increase within an hour: the server has just begun, so that is the value. */
const ALERT = /- alert: (\w+)\n\s+expr: max\((?:increase\()?(\w+)(?:\{([^}]*)\})?(?:\[1h\]\))?\) > (\d+)/g;
/** The alerts of the page for operators. */
const alerts = [...readFileSync('docs/operate/monitoring.md', 'utf8').matchAll(ALERT)].map(
  ([, name = '', metric = '', label = '', limit]) => ({ name, metric, label, limit: Number(limit) }),
);

/** Names of the alerts whose metric is beyond its limit. */
async function firing(): Promise<string[]> {
  const lines = (await metrics.read()).split('\n');
  const highest = (metric: string, label: string) =>
    lines
      .filter((line) => line.split(/[ {]/)[0] === metric && line.includes(label))
      .reduce((most, line) => Math.max(most, Number(line.split(' ').at(-1))), 0);
  return alerts.filter(({ metric, label, limit }) => highest(metric, label) > limit).map(({ name }) => name);
}

/** What /metrics answers with these settings to a request with these headers, after another request. */
async function ask(
  settings: { token?: string; trustProxyHops?: number },
  headers: Record<string, string> = {},
) {
  const app = express();
  app.use(countAnswers(metrics));
  app.use(metricsRoute(metrics, { token: undefined, trustProxyHops: 0, ...settings }));
  app.get('/api/galleries/:id', (_req, res) => void res.status(418).end());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await fetch(`${url}/api/galleries/secret-name`);
    const answer = await fetch(`${url}/metrics`, { headers });
    return { status: answer.status, text: await answer.text() };
  } finally {
    server.close();
  }
}

test('every documented alert reads a metric that exists, and fires when it should', async () => {
  const read = await metrics.read();
  for (const { metric } of alerts) expect(read).toContain(metric.replace(/_count$/, ''));
  await sql`insert into backup_run (id, folder, lease_until, finished_at, proven_at)
    values (gen_random_uuid(), '/backups/a', now(), now(), now())`.execute(database.db);
  await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
  expect(await firing()).toEqual([]);
  await sql`update job set run_at = now() - interval '31 minutes'`.execute(database.db);
  expect(await firing()).toEqual(['QueueStuck']);
  await sql`update backup_run set proven_at = now() - interval '3 days'`.execute(database.db);
  expect(await firing()).toEqual(['QueueStuck', 'BackupNotProven']);
  for (let failure = 0; failure < 11; failure += 1) metrics.jobEnded('analyse-photo', 'failed', 5);
  expect(await firing()).toEqual(['QueueStuck', 'JobsFailing', 'BackupNotProven']);
});

test('programs on this machine read the figures, others with the token alone', async () => {
  expect((await ask({})).status).toBe(200);
  expect((await ask({}, { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
  expect((await ask({ trustProxyHops: 1 })).status).toBe(404);
  const token = 'sixteen letters!';
  expect((await ask({ token })).status).toBe(404);
  expect((await ask({ token }, { Authorization: 'Bearer sixteen letters?' })).status).toBe(404);
  expect((await ask({ token, trustProxyHops: 1 }, { Authorization: `Bearer ${token}` })).status).toBe(200);
});

test('labels hold patterns of routes and names of our own, no address and no id', async () => {
  metrics.analysed({ detect: 40, embed: 60 });
  metrics.jobEnded('analyse-photo', 'done', 5);
  const { text } = await ask({});
  expect(text).toContain('route="/api/galleries/:id",status="418"');
  expect(text).not.toContain('secret-name');
  const own = text.split('\n').filter((line) => line.startsWith('clublens_'));
  const labels = own.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, name]) => name));
  expect([...new Set(labels)].sort()).toEqual([
    'job',
    'le',
    'method',
    'outcome',
    'route',
    'stage',
    'state',
    'status',
  ]);
});

test.each([
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Original-Forwarded-For',
  'CF-Connecting-IP',
  'True-Client-IP',
  'X-Client-IP',
])('without a token nothing is answered that came through a proxy: %s', async (header) => {
  expect((await ask({}, { [header]: '203.0.113.5' })).status).toBe(404);
  expect(
    (await ask({ token: 'secret' }, { [header]: '203.0.113.5', Authorization: 'Bearer secret' })).status,
  ).toBe(200);
});
