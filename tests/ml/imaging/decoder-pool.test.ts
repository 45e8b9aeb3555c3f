/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImaging, type ImagingOptions } from '#ml/imaging/decoder-pool.ts';
import { DecodingInterrupted, type Imaging } from '#ml/imaging/types.ts';
import { quarters } from '#tests/support/test-images.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';

let folder = '';
let imaging: Imaging | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clublens-pool-'));
});
afterEach(async () => {
  await imaging?.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function task(width: number, height: number) {
  count += 1;
  const number = count;
  const source = join(folder, `source-${number}.png`);
  await writeFile(source, await quarters(width, height).png().toBuffer());
  const renditions = { small: { path: join(folder, `small-${number}.jpg`), longSide: 320 } };
  return { source, renditions, maxPixels: 100e6 };
}

/** A picture that no decoder can read line by line. */
async function interlaced(width: number, height: number) {
  const wanted = await task(8, 8);
  const picture = sharp({ create: { width, height, channels: 3, background: '#456' } });
  await writeFile(wanted.source, await picture.png({ progressive: true, compressionLevel: 1 }).toBuffer());
  return wanted;
}

/** Well above what a decoder holds that has not begun, well below what such a picture takes. */
const LARGE_MB = 150;
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // gone since
  }
}

function open(options: ImagingOptions): Imaging {
  imaging = createImaging(options);
  return imaging;
}

/** Process numbers of our decoders, as the system knows them. */
function decoders(): number[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return ''; // gone since
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && read(pid, 'cmdline').includes('decoder-process'))
    .filter((pid) => read(pid, 'status').includes(`PPid:\t${process.pid}\n`))
    .map(Number);
}

describe('the decoder processes', () => {
  it('are killed when a picture takes too long, and the next picture is fine', async () => {
    const { makeRenditions } = open({ processes: 1, withinMs: 1_000 });
    // A pipe nobody writes into: reading it does not end.
    const source = join(folder, 'pipe');
    execFileSync('mkfifo', [source]);
    await expect(makeRenditions({ ...(await task(9, 9)), source })).rejects.toMatchObject({
      code: 'image_timeout',
    });
    expect(await makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
  });

  it('are killed when a picture takes too much memory, and the next picture is fine', async () => {
    const limited = open({ processes: 1, residentLimitBytes: 30 * 1024 ** 2 });
    // Decoded for longer than the 100 ms between two looks at the memory.
    await expect(limited.makeRenditions(await task(4_000, 4_000))).rejects.toMatchObject({
      code: 'image_too_large',
    });
    await limited.close();
    expect(await open({ processes: 1 }).makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
  });

  it('end when there is nothing to decode, and come back', async () => {
    const { makeRenditions } = open({ processes: 2, idleForMs: 1 });
    await Promise.all([makeRenditions(await task(96, 64)), makeRenditions(await task(64, 96))]);
    await expect.poll(decoders, { timeout: 10_000 }).toEqual([]);
    expect(await makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
  });

  it('stop when nobody waits any more', async () => {
    const { makeRenditions } = open({ processes: 1 });
    const controller = new AbortController();
    const work = makeRenditions(await task(4_000, 4_000), controller.signal);
    controller.abort(new Error('upload aborted'));
    await expect(work).rejects.toThrow('upload aborted');
    expect(await makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
  });

  it.skipIf(process.platform !== 'linux' || !NIGHTLY)(
    'take turns on large pictures that are decoded as a whole, whatever else waits',
    async () => {
      const { makeRenditions } = open({ processes: 3 });
      const large = await Promise.all([1, 2, 3].map(() => interlaced(6_500, 6_500)));
      const small = await Promise.all([1, 2, 3].map(() => task(96, 64)));
      let atWork = 0;
      let most = 0;
      const watch = setInterval(() => {
        const sizes = decoders().map((pid) => residentMegabytes(pid));
        atWork = sizes.filter((size) => size > LARGE_MB).length;
        most = Math.max(most, atWork);
      }, 5);
      try {
        const prepared = await Promise.all([...large, ...small].map((each) => makeRenditions(each)));
        expect(prepared.map(({ width }) => width)).toEqual([6_500, 6_500, 6_500, 96, 96, 96]);
      } finally {
        clearInterval(watch);
      }
      expect(most).toBe(1);
    },
    60_000,
  );

  it('tell trouble with files from trouble with pictures', async () => {
    const { makeRenditions } = open({ processes: 1 });
    const missing = { ...(await task(9, 9)), source: join(folder, 'absent') };
    await expect(makeRenditions(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.skipIf(process.platform !== 'linux')(
    'that died while they had nothing to do cost no picture',
    async () => {
      const { makeRenditions } = open({ processes: 1 });
      await makeRenditions(await task(96, 64));
      const [idle] = decoders();
      process.kill(idle!, 'SIGKILL');
      await expect.poll(() => existsSync(`/proc/${idle}`)).toBe(false);
      expect(await makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
    },
  );

  describe.skipIf(process.platform !== 'linux')('that end with a picture in hand', () => {
    /** A picture that is a pipe: whoever opens it for writing knows that a decoder has begun to read it. */
    async function piped() {
      const wanted = await task(96, 64);
      const bytes = await readFile(wanted.source);
      const source = join(folder, `pipe-${count}`);
      execFileSync('mkfifo', [source]);
      return {
        task: { ...wanted, source },
        /** Resolves when a decoder is at work on the picture, and ends that decoder. */
        async endDecoder(signal: NodeJS.Signals) {
          const pipe = await openFile(source, 'w');
          const [pid] = decoders();
          process.kill(pid!, signal);
          await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
          await pipe.close();
        },
        async deliver() {
          const pipe = await openFile(source, 'w');
          await pipe.writeFile(bytes);
          await pipe.close();
        },
      };
    }

    it.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)(
      'by %s are replaced, and it is fine',
      async (signal) => {
        const { makeRenditions } = open({ processes: 1 });
        const picture = await piped();
        const work = makeRenditions(picture.task);
        await picture.endDecoder(signal);
        await picture.deliver();
        expect(await work).toMatchObject({ width: 96, height: 64 });
      },
    );

    it.each(['SIGKILL', 'SIGTERM'] as const)('by %s twice blame no picture', async (signal) => {
      const { makeRenditions } = open({ processes: 1 });
      const picture = await piped();
      const refusal = expect(makeRenditions(picture.task)).rejects.toBeInstanceOf(DecodingInterrupted);
      await picture.endDecoder(signal);
      await picture.endDecoder(signal);
      await refusal;
      expect(await makeRenditions(await task(96, 64))).toMatchObject({ width: 96 });
    });

    it.each(['SIGSEGV', 'SIGABRT'] as const)('by a %s of their own twice blame it', async (signal) => {
      const { makeRenditions } = open({ processes: 1 });
      const picture = await piped();
      const refusal = expect(makeRenditions(picture.task)).rejects.toMatchObject({
        code: 'image_unreadable',
      });
      await picture.endDecoder(signal);
      await picture.endDecoder(signal);
      await refusal;
    });

    it('before they could begin are replaced', async () => {
      const { makeRenditions } = open({ processes: 1 });
      const early = makeRenditions(await task(96, 64));
      for (const pid of decoders()) process.kill(pid, 'SIGKILL');
      expect(await early).toMatchObject({ width: 96 });
    });

    it('write over what the first one left', async () => {
      const { makeRenditions } = open({ processes: 1 });
      const picture = await piped();
      const work = makeRenditions(picture.task);
      await writeFile(picture.task.renditions.small.path, 'half a picture');
      await picture.endDecoder('SIGKILL');
      await picture.deliver();
      await work;
      expect((await readFile(picture.task.renditions.small.path)).subarray(0, 2).toString('hex')).toBe(
        'ffd8',
      );
    });
  });

  it('work in parallel and take many', async () => {
    const { makeRenditions } = open({ processes: 2 });
    const tasks = await Promise.all(Array.from({ length: 20 }, () => task(200, 100)));
    const results = await Promise.all(tasks.map((each) => makeRenditions(each)));
    expect(results).toHaveLength(20);
    expect(tasks.every((each) => existsSync(each.renditions.small.path))).toBe(true);
  });
});
