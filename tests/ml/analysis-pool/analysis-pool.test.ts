/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AnalysisPool } from '#ml/analysis-pool/analysis-pool.ts';
import {
  type AnalyseRequest,
  type Analysis,
  createFaceEngine,
  type FaceEngine,
  FaceEngineError,
} from '#ml/index.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { samplePath } from '../golden/inputs.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS } from '../support.ts';

const reports = await modelsReady(NPM_MODELS);
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'pool-'));
  // A worker that does what its photo's name tells it to.
  await writeFile(
    path.join(dir, 'misbehaving.mjs'),
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, request }) => {
      if (request.path === 'die') process.exit(3);
      if (request.path === 'throw') throw new Error('boom');
      if (request.path === 'hang') for (;;) ;
      if (request.path === 'leak') { const heap = []; for (;;) heap.push(new Array(1e5).fill(heap)); }
      if (request.path === 'wait') return;
      parentPort.postMessage({ type: 'done', id, result: { faces: [], echo: request.path } });
    });
    parentPort.postMessage({ type: 'ready' });`,
  );
});
afterAll(() => rm(dir, { recursive: true }));

const setup = { modelsDir: '', executionProvider: 'cpu' as const, warm: { detector: '', recogniser: '' } };
const start = (workers: number, more = {}) =>
  AnalysisPool.start({
    setup,
    workers,
    timeLimitMs: 500,
    workerFile: new URL(`file://${path.join(dir, 'misbehaving.mjs')}`),
    ...more,
  });
const photo = (file: string): AnalyseRequest => ({
  path: file,
  detector: '',
  recogniser: '',
  minConfidence: 0.6,
  minSizeRatio: 0.02,
});
const rendition = (file: string) => ({
  kind: 'rendition' as const,
  request: { ...photo(file), original: undefined, leaveOutSmall: false },
});

describe('a pool with bad luck', () => {
  let pool: AnalysisPool;
  afterEach(() => {
    vi.unstubAllGlobals();
    return pool.close();
  });

  it.each(['die', 'throw', 'hang', 'leak'])(
    'replaces a worker told to %s and fails its photo as transient',
    async (how) => {
      pool = await start(1);
      await expect(pool.run(rendition(how))).rejects.toMatchObject({
        code: 'engine_failed',
        permanent: false,
      });
      await expect(pool.run(rendition('next'))).resolves.toMatchObject({ echo: 'next' });
      expect(pool.stats()).toEqual({ workers: 1, busy: 0, queued: 0 });
    },
    20_000,
  );

  it('loses no photo but the one whose worker died', async () => {
    pool = await start(2);
    const names = Array.from({ length: 40 }, (_, i) => (i % 10 === 3 ? 'die' : `photo ${i}`));
    const results = await Promise.allSettled(names.map((name) => pool.run(rendition(name))));
    results.forEach((result, i) => {
      expect(result.status).toBe(names[i] === 'die' ? 'rejected' : 'fulfilled');
    });
  }, 20_000);

  it('ends workers that have nothing to do, and starts as many as there is work for', async () => {
    const collected = vi.fn();
    vi.stubGlobal('gc', collected);
    pool = await start(2, { idleLimitMs: 20, timeLimitMs: 60_000 });
    expect(pool.stats().workers).toBe(1);
    const allEnd = () => vi.waitFor(() => expect(pool.stats().workers).toBe(0), 10_000);
    await allEnd();
    expect(collected).toHaveBeenCalledOnce();
    await expect(pool.run(rendition('again'))).resolves.toMatchObject({ echo: 'again' });
    await allEnd();
    for (const name of ['wait', 'wait', 'a', 'b']) pool.run(rendition(name)).catch(() => undefined);
    await vi.waitFor(() => expect(pool.stats()).toEqual({ workers: 2, busy: 2, queued: 2 }), 10_000);
  }, 40_000);

  it('uses and starts half of its workers while other work goes first', async () => {
    let yields = true;
    pool = await start(4, { timeLimitMs: 60_000, yieldsNow: () => yields });
    for (let i = 0; i < 6; i++) pool.run(rendition('wait')).catch(() => undefined);
    await vi.waitFor(() => expect(pool.stats()).toEqual({ workers: 2, busy: 2, queued: 4 }), 10_000);
    yields = false;
    pool.run(rendition('wait')).catch(() => undefined);
    await vi.waitFor(() => expect(pool.stats()).toEqual({ workers: 4, busy: 4, queued: 3 }), 10_000);
  }, 40_000);

  it('refuses what exceeds its queue', async () => {
    pool = await start(1, { queueLimit: 2 });
    const waiting = ['wait', 'a', 'b'].map((name) =>
      pool.run(rendition(name)).catch((error: unknown) => error),
    );
    await expect(pool.run(rendition('c'))).rejects.toMatchObject({ code: 'engine_busy', permanent: false });
    expect(pool.stats()).toEqual({ workers: 1, busy: 1, queued: 2 });
    await Promise.all(waiting);
  });

  it('answers an aborted caller at once and goes on', async () => {
    pool = await start(1);
    const abort = new AbortController();
    const running = pool.run(rendition('wait'), abort.signal);
    const queued = pool.run(rendition('never'), abort.signal);
    abort.abort(new Error('nobody waits'));
    await expect(running).rejects.toThrow('nobody waits');
    await expect(queued).rejects.toThrow('nobody waits');
    expect(pool.stats().queued).toBe(0);
    await expect(pool.run(rendition('x'), abort.signal)).rejects.toThrow('nobody waits');
    await expect(pool.run(rendition('next'))).resolves.toMatchObject({ echo: 'next' });
  }, 20_000);

  it('rejects what is under way when it closes, and everything after', async () => {
    pool = await start(1);
    const under = [pool.run(rendition('wait')), pool.run(rendition('queued'))];
    const settled = Promise.allSettled(under);
    await pool.close();
    for (const result of await settled)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'engine_closed' } });
    await expect(pool.run(rendition('late'))).rejects.toBeInstanceOf(FaceEngineError);
  });
});

describe('the engine', () => {
  let engine: FaceEngine;
  const files: string[] = [];
  beforeAll(async () => {
    engine = await createFaceEngine({ modelsDir, workers: 2 });
    for (const index of [1, 2, 3]) {
      files.push(path.join(dir, `${index}.jpg`));
      await sharp(samplePath(index)).resize(800).jpeg().toFile(files.at(-1)!);
    }
  }, 60_000);
  afterAll(() => engine.close());

  const request = (file: string): AnalyseRequest => ({
    ...photo(file),
    detector: engine.defaults.detector,
    recogniser: engine.defaults.recogniser,
  });

  it('gives the same answers from two workers at once, time and again, without growing', async () => {
    const alone: Analysis[] = [];
    for (const file of files) alone.push(await engine.analyse(request(file)));
    let afterFirst = 0;
    for (let round = 0; round < runs(3, 6); round++) {
      const batch = Array.from({ length: runs(15, 40) }, (_, i) => files[i % files.length]!);
      const found = await Promise.all(batch.map((file) => engine.analyse(request(file))));
      found.forEach(({ faces }, i) => {
        const expected = alone[i % files.length]!.faces;
        expect(faces.map((face) => face.embedding)).toEqual(expected.map((face) => face.embedding));
      });
      if (round === 1) afterFirst = process.memoryUsage().rss;
    }
    const grownMb = (process.memoryUsage().rss - afterFirst) / 2 ** 20;
    expect(grownMb).toBeLessThan(100);
  }, 180_000);

  it('closes at any moment of its work, and ends no more than itself', async () => {
    for (let moment = 0; moment < runs(2, 8); moment++) {
      const other = await createFaceEngine({ modelsDir, workers: 2 });
      const settled = Promise.allSettled([1, 2, 3, 4].map(() => other.analyse(request(files[0]!))));
      await delay(moment * 100);
      await other.close();
      await settled;
    }
  }, 300_000);

  it('is ended by no photo that takes too long, at whatever moment', async () => {
    const { detector, recogniser } = engine.defaults;
    const real = { modelsDir, executionProvider: 'cpu' as const, warm: { detector, recogniser } };
    const request = { ...rendition(files[0]!).request, detector, recogniser };
    const outcomes = new Set<string>();
    for (let moment = 1; moment <= runs(4, 40); moment++) {
      const timeLimitMs = moment * runs(12, 4);
      const pool = await AnalysisPool.start({ setup: real, workers: 1, timeLimitMs });
      outcomes.add(
        await pool.run({ kind: 'rendition', request }).then(
          () => 'done',
          ({ code }: FaceEngineError) => code,
        ),
      );
      await pool.close();
    }
    expect(outcomes).toContain('engine_failed');
  }, 300_000);

  it('refuses poison for good and goes on', async () => {
    const poison = path.join(dir, 'poison.jpg');
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(5000, 7),
      (await sharp(files[0]!).toBuffer()).subarray(0, 3000),
    ]) {
      await writeFile(poison, bytes);
      await expect(engine.analyse(request(poison))).rejects.toMatchObject({
        code: 'image_unreadable',
        permanent: true,
      });
    }
    expect((await engine.analyse(request(files[0]!))).faces.length).toBeGreaterThan(0);
  });

  it('does not blame a picture for a file that is away: it may have been made anew under another name', async () => {
    await expect(engine.analyse(request(path.join(dir, 'absent.jpg')))).rejects.toMatchObject({
      code: 'engine_failed',
      permanent: false,
    });
  });

  it('says which model is missing, and that it may come', async () => {
    await expect(engine.analyse({ ...request(files[0]!), recogniser: 'sface9' })).rejects.toMatchObject({
      code: 'model_missing',
      permanent: false,
    });
  });

  it('offers what is present, its thresholds and versions', () => {
    const { detectors, recognisers, metrics } = engine.available;
    expect(detectors).toEqual(['yunet', 'ultraface'].filter((id) => isPresent(reports, id)));
    expect(recognisers).toEqual(
      expect.arrayContaining(['sface', 'mobilefacenet'].filter((id) => isPresent(reports, id))),
    );
    expect(recognisers.length).toBeGreaterThan(0);
    for (const recogniser of recognisers)
      for (const metric of metrics[recogniser]!) {
        const threshold = engine.defaultThreshold(recogniser, metric);
        expect(threshold).toBeGreaterThan(0);
        expect(threshold).toBeLessThanOrEqual(1);
      }
    const versions = detectors.map((detector) => engine.pipelineVersion(detector, recognisers[0]!));
    expect(new Set(versions).size).toBe(detectors.length);
    expect(() => engine.defaultThreshold(recognisers[0]!, 'manhattan' as never)).toThrow(RangeError);
  });

  it('does not start where no model is', async () => {
    await expect(createFaceEngine({ modelsDir: dir, workers: 1 })).rejects.toMatchObject({
      code: 'model_missing',
    });
  });
});
