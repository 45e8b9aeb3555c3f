/** @module-tag long */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPackage } from '#ml/convert/npm-package.ts';
import { ensureModels } from '#ml/models/ensure-models.ts';
import { readModelFile, writeModelFile } from '#ml/models/model-file.ts';
import { getModel, type ModelEntry, type ModelManifest, readManifest } from '#ml/models/model-manifest.ts';
import { obtainModel } from '#ml/models/obtain-model.ts';
import { modelsDir, modelsReady } from '../support.ts';

const patience = { connectMs: 300, totalMs: 2000, packageMs: 2000 };
const manifest = await readManifest();
const open = (id: string) => openPackage(manifest.packages.find((entry) => entry.id === id)!, 2000);
const landmarks = getModel(manifest, 'landmark68');
const landmarksPackage = manifest.packages[0]!;
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

  it('is made from a published file of another kind, from the source or the address, and only from the right one', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const source = { file: 'weights.bin', bytes: bytes.length, sha256 };
    const of = (address: string, fields = source): ModelEntry => ({
      ...landmarks,
      id: 'ultraface',
      origin: { kind: 'address', address, atStart: true, source: fields },
    });
    // No ONNX of that net: the converter is asked, and says so.
    await writeFile(path.join(dir, 'weights.bin'), bytes);
    const got = await obtainModel(of('http://127.0.0.1:1/x'), dir, patience, open);
    expect(got.attempts.map(({ from, fault }) => `${from}: ${fault}`)).toEqual([
      expect.stringMatching(/^MODELS_SOURCE: ENOENT/),
      'MODELS_SOURCE: the graph computes no scores',
      expect.stringMatching(/^http:\/\/127.0.0.1:1/),
    ]);
    const address = await serve((end) => end(bytes));
    const wrong = await obtainModel(
      of(address, { ...source, sha256: 'a'.repeat(64) }),
      undefined,
      patience,
      open,
    );
    expect(wrong.attempts[0]!.fault).toMatch(/^weights.bin: SHA-256 .* is not in the manifest/);
  });

  it('is converted where it ships as weights', async () => {
    expect((await obtainModel(landmarks, undefined, patience, open)).bytes).toEqual(bytes);
  });
});

/** A manifest whose models all come from the given package; each is the landmark net under another name. */
function manifestOf(roles: Partial<ModelEntry>[]): ModelManifest {
  return { ...manifest, models: roles.map((fields) => ({ ...landmarks, ...fields })) };
}
const nowhere = { kind: 'address', address: 'http://127.0.0.1:1/x', atStart: true } as const;

describe('a start', () => {
  it('gets of each role the best that can be had, and nothing worse beside it', async () => {
    const models = [
      { id: 'landmark68', rank: 2, file: 'b.onnx' },
      { id: 'best', rank: 1, file: 'a.onnx', origin: nowhere },
      { id: 'worst', rank: 3, file: 'c.onnx', origin: nowhere },
    ];
    const lines: string[] = [];
    const log = (level: string, message: string) => lines.push(`${level}: ${message}`);
    const reports = await ensureModels({ modelsDir: dir, manifest: manifestOf(models), log });
    expect(reports.map(({ id, state, wanted }) => [id, state, wanted])).toEqual([
      ['best', 'missing', true],
      ['landmark68', 'obtained', true],
      ['worst', 'missing', false],
    ]);
    expect(reports[2]!.attempts.at(-1)!.fault).toBe('not needed, landmark68 is here and better');
    // A missing model is told by the engine's owner, in one line; an unwanted one is no fault at all.
    expect(lines).toEqual([
      'info: fetching models for face recognition: best (1.4 MB from 127.0.0.1; else landmark68, at most 13 MB from npm)',
      'info: model landmark68 obtained',
    ]);
    // What was worse is there after all: it is used, and the best is still tried.
    const again = await ensureModels({ modelsDir: dir, manifest: manifestOf(models) });
    expect(again[1]).toMatchObject({ state: 'present', attempts: [] });
  });

  it.each([
    [
      'a package that was withdrawn',
      { id: 'clublens-no-such-package@0.0.1', integrity: landmarksPackage.integrity },
    ],
    [
      'an archive with another hash',
      { id: landmarksPackage.id.replace('1.7.15', '1.7.14'), integrity: landmarksPackage.integrity },
    ],
  ])('falls back to the next best after %s', async (_, gone) => {
    const faulty: ModelManifest = {
      packages: [{ ...gone, megabytes: 1 }, ...manifest.packages],
      models: [
        { ...landmarks, id: 'ultraface', file: 'a.onnx', origin: { kind: 'converted', package: gone.id } },
        { ...landmarks, rank: 2 },
      ],
    };
    const reports = await ensureModels({ modelsDir: dir, manifest: faulty });
    expect(reports.map(({ state }) => state)).toEqual(['missing', 'obtained']);
    expect(reports[0]!.attempts.at(-1)).toMatchObject({ from: gone.id, fault: expect.stringMatching(/npm/) });
    expect(await readdir(dir)).toEqual([landmarks.file]);
  });

  it('fetches nothing large by itself, also beside a source, but takes what is asked for by name', async () => {
    const source = path.join(dir, 'source');
    await mkdir(source);
    const models = [
      { id: 'landmark68' },
      { id: 'large', rank: 2, file: 'l.onnx', origin: { ...nowhere, atStart: false } },
    ];
    const options = { modelsDir: path.join(dir, 'models'), source, manifest: manifestOf(models) };
    const [, large] = await ensureModels(options);
    expect(large).toMatchObject({ state: 'missing', wanted: false });
    expect(large!.attempts.at(-1)!.fault).toBe('not asked for');
    await writeFile(path.join(source, 'l.onnx'), bytes);
    expect((await ensureModels(options))[1]).toMatchObject({ state: 'obtained', from: 'MODELS_SOURCE' });
    await rm(path.join(options.modelsDir, 'l.onnx'));
    await rm(path.join(source, 'l.onnx'));
    const [, asked] = await ensureModels({ ...options, also: ['large'] });
    expect(asked).toMatchObject({ state: 'missing', wanted: true });
    expect(asked!.attempts.at(-1)!.from).toBe(nowhere.address);
  });

  it('leaves alone what a licence reserves, until somebody has accepted it', async () => {
    const source = path.join(dir, 'source');
    await mkdir(source);
    await writeFile(path.join(source, landmarks.file), bytes);
    const reserved = manifestOf([{ consent: 'noncommercial', licence: 'CC-BY-NC-SA-4.0' }]);
    const options = { modelsDir: path.join(dir, 'models'), source, manifest: reserved };
    const [left] = await ensureModels({ ...options, also: ['landmark68'] });
    expect(left).toMatchObject({ state: 'missing' });
    expect(left!.attempts.at(-1)).toEqual({ from: 'licence', fault: 'CC-BY-NC-SA-4.0: not accepted' });
    const [taken] = await ensureModels({ ...options, accepted: ['landmark68'] });
    expect(taken).toMatchObject({ state: 'obtained', wanted: true });
  });

  it('replaces a damaged file and never hands it out', async () => {
    await writeFile(path.join(dir, landmarks.file), Buffer.alloc(landmarks.bytes));
    const [report] = await ensureModels({ modelsDir: dir, manifest: manifestOf([{}]) });
    expect(report).toMatchObject({ state: 'obtained' });
    expect(await readFile(path.join(dir, landmarks.file))).toEqual(bytes);
  });

  it('goes on without what cannot be written, and says why', async () => {
    const file = path.join(dir, 'no-folder');
    await writeFile(file, '');
    const [report] = await ensureModels({ modelsDir: path.join(file, 'models'), manifest: manifestOf([{}]) });
    expect([report!.state, report!.attempts.at(-1)?.from]).toEqual(['missing', 'writing']);
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
