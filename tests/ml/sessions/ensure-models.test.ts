import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPackage } from '#ml/convert/npm-package.ts';
import { ensureModels } from '#ml/sessions/ensure-models.ts';
import { getModel, type ModelEntry, readManifest } from '#ml/sessions/manifest.ts';
import { readModelFile, writeModelFile } from '#ml/sessions/model-file.ts';
import { obtainModel } from '#ml/sessions/obtain-model.ts';
import { modelsDir, modelsReady } from '../support.ts';

const patience = { connectMs: 300, totalMs: 2000, packageMs: 2000 };
const manifest = await readManifest();
const open = (id: string) => openPackage(manifest.packages.find((entry) => entry.id === id)!, 2000);
const landmarks = getModel(manifest, 'landmark68');
await modelsReady();
const bytes = await readFile(path.join(modelsDir, landmarks.file));
/** As if this file were published at an address, as YuNet is. */
const published = (address: string): ModelEntry => ({
  ...landmarks,
  origin: { kind: 'address', address, atStart: true },
});

let dir: string;
let server: Server | undefined;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'models-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

function serve(answer: (write: (body: Buffer) => void) => void): Promise<string> {
  return new Promise((resolve) => {
    server = createServer((_, response) => answer((body) => response.end(body)));
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server!.address() as AddressInfo).port}`),
    );
  });
}

describe('a missing model', () => {
  it('comes from the folder the operator names', async () => {
    await writeFile(path.join(dir, landmarks.file), bytes);
    const got = await obtainModel(published('http://127.0.0.1:1/x'), dir, patience, open);
    expect(got.from).toBe('MODELS_SOURCE');
    expect(got.bytes).toEqual(bytes);
  });

  it('comes from its address when the operator’s source fails, and both are told', async () => {
    const address = await serve((end) => end(bytes));
    const got = await obtainModel(published(`${address}/model.onnx`), path.join(dir, 'none'), patience, open);
    expect(got.bytes).toEqual(bytes);
    expect(got.attempts.map((attempt) => attempt.from)).toEqual(['MODELS_SOURCE']);
  });

  it('is refused with other bytes, a longer answer, or no answer in time', async () => {
    const wrong = Buffer.from(bytes);
    wrong[1000] = (wrong[1000] ?? 0) ^ 1;
    for (const [body, fault] of [
      [wrong, /not in the manifest/],
      [Buffer.concat([bytes, bytes]), /more than/],
      [undefined, /no answer in time/],
    ] as const) {
      const address = await serve((end) => body && end(body));
      const got = await obtainModel(published(address), undefined, patience, open);
      expect(got.bytes).toBeUndefined();
      expect(got.attempts[0]?.fault).toMatch(fault);
      server?.closeAllConnections();
      server?.close();
    }
  });

  it('is converted where it ships as weights', async () => {
    expect((await obtainModel(landmarks, undefined, patience, open)).bytes).toEqual(bytes);
  });
});

describe('a start', () => {
  it('makes what it can from the package and fetches nothing large by itself, also beside a source', async () => {
    const began = Date.now();
    const source = path.join(dir, 'source');
    const folder = path.join(dir, 'models');
    await mkdir(source);
    const levels = new Set<string>();
    const reports = await ensureModels({ modelsDir: folder, source, log: (level) => levels.add(level) });
    // A missing model is told by the engine's owner, in one line; an unwanted one is no fault at all.
    expect([...levels]).toEqual(['info']);
    const of = (id: string) => reports.find((report) => report.id === id)!;
    for (const id of ['ssd_mobilenetv1', 'landmark68', 'dlib_resnet'])
      expect(of(id)).toMatchObject({ state: 'obtained', from: expect.stringContaining('face-api') });
    expect(of('sface')).toMatchObject({ state: 'missing', wanted: false });
    expect(of('yunet')).toMatchObject({ wanted: true });
    expect(of('sface').attempts.at(-1)?.fault).toBe('not asked for');
    expect(Date.now() - began).toBeLessThan(30_000);
    // All is there now, and nothing is made again.
    const again = await ensureModels({ modelsDir: folder });
    expect(again.find(({ id }) => id === 'dlib_resnet')).toMatchObject({ state: 'present', attempts: [] });
  });

  it('replaces a damaged file and never hands it out', async () => {
    await writeFile(path.join(dir, landmarks.file), Buffer.alloc(landmarks.bytes));
    const reports = await ensureModels({ modelsDir: dir });
    expect(reports.find(({ id }) => id === 'landmark68')).toMatchObject({ state: 'obtained' });
    expect(await readFile(path.join(dir, landmarks.file))).toEqual(bytes);
  });

  it('goes on without what cannot be written, and says why', async () => {
    const file = path.join(dir, 'no-folder');
    await writeFile(file, '');
    const reports = await ensureModels({ modelsDir: path.join(file, 'models') });
    const { state, attempts } = reports.find(({ id }) => id === 'landmark68')!;
    expect([state, attempts.at(-1)?.from]).toEqual(['missing', 'writing']);
  });
});

describe('a model file', () => {
  it('is written whole, leaving nothing else behind', async () => {
    await writeModelFile(landmarks, dir, bytes);
    expect(await readdir(dir)).toEqual([landmarks.file]);
    expect((await readModelFile(landmarks, dir)).fault).toBeUndefined();
  });

  it('that is damaged is never handed out', async () => {
    await writeFile(path.join(dir, landmarks.file), bytes.subarray(0, -1));
    expect((await readModelFile(landmarks, dir)).fault).toMatch(/bytes where/);
  });
});
