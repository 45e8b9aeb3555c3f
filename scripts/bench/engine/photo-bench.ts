import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeRendition } from '#ml/scripts/make-large-rendition.ts';
import { interleaved, mediansOf } from '../statistics.ts';
import { type BenchSetup, startBenchPool } from './bench-pool.ts';
import { benchPhotos, type ColourProfile } from './photos.ts';

/** Milliseconds of one photo; `processor` is what all threads of the process took together. */
export interface PhotoCost {
  renditions: number;
  faces: number;
  whole: number;
  processor: number;
}

export interface Opponent {
  checkout: string;
  recogniser: string;
}

const OURS = fileURLToPath(new URL('../../../', import.meta.url));

async function startCheckout({ modelsDir, detector, recogniser }: BenchSetup, checkout: string) {
  const script = fileURLToPath(new URL('./checkout-worker.ts', import.meta.url));
  const child = fork(script, [checkout, modelsDir, detector, recogniser]);
  await answerOf(child);
  return {
    async measure(file: string): Promise<PhotoCost> {
      child.send(file);
      return answerOf(child);
    },
    close: () => child.disconnect(),
  };
}

async function answerOf(child: ChildProcess): Promise<PhotoCost> {
  const heard = new AbortController();
  const onExit = () => heard.abort(new Error('a process of the benchmark ended'));
  child.once('exit', onExit);
  try {
    const [answer] = (await once(child, 'message', { signal: heard.signal })) as [
      PhotoCost & { error?: string },
    ];
    if (answer.error) throw new Error(answer.error);
    return answer;
  } finally {
    child.off('exit', onExit);
  }
}

/** For each photo and round what ours took of what the other took: a slow spell of the machine hits both. */
const shares = (ours: readonly PhotoCost[], theirs: readonly PhotoCost[]): PhotoCost =>
  mediansOf(
    ours.map((cost, i) => ({
      renditions: cost.renditions / theirs[i]!.renditions,
      faces: cost.faces / theirs[i]!.faces,
      whole: cost.whole / theirs[i]!.whole,
      processor: cost.processor / theirs[i]!.processor,
    })),
  );

async function benchCheckouts(
  setup: BenchSetup,
  files: readonly string[],
  rounds: number,
  opponent?: Opponent,
) {
  const our = await startCheckout(setup, OURS);
  const checkout = opponent && path.resolve(opponent.checkout);
  const their = opponent && (await startCheckout({ ...setup, recogniser: opponent.recogniser }, checkout!));
  const ours: PhotoCost[] = [];
  const theirs: PhotoCost[] = [];
  try {
    await our.measure(files[0]!);
    await their?.measure(files[0]!);
    for (let round = 0; round < rounds; round++)
      for (const file of files) {
        ours.push(await our.measure(file));
        if (their) theirs.push(await their.measure(file));
      }
  } finally {
    our.close();
    their?.close();
  }
  return {
    /** Over all photos and rounds. */
    msPerPhoto: mediansOf(ours),
    /** The other checkout in turn with ours, photo by photo. */
    ...(opponent && {
      against: { ...opponent, msPerPhoto: mediansOf(theirs), ourShare: shares(ours, theirs) },
    }),
  };
}

async function benchBound(setup: BenchSetup, files: readonly string[], rounds: number) {
  const ours = await startBenchPool(2, setup);
  const lowerBound = await startBenchPool(2, setup, 'lower-bound-worker');
  const large = await Promise.all(files.map(largeRendition));
  const pictures = large.map(({ path: file }) => file);
  try {
    await ours.run(files, 'all');
    // Each of the two workers records every photo.
    await lowerBound.runEach(files, 'record');
    await lowerBound.runEach(pictures, 'faces');
    const ms = await interleaved(rounds, {
      ours: () => ours.run(files, 'all'),
      decodeAndNets: () => lowerBound.run(files, 'decode'),
      withEncoding: () => lowerBound.run(files, 'all'),
      recognition: () => ours.run(pictures, 'faces'),
      leastRecognition: () => lowerBound.run(pictures, 'faces'),
    });
    const rate = (total: number) => (1000 * files.length) / total;
    // Both workers busy: photos a second, and the share that ours reaches of what raw work would allow.
    return {
      ours: rate(ms.ours),
      decodeAndNets: rate(ms.decodeAndNets),
      shareOfDecodeAndNets: ms.decodeAndNets / ms.ours,
      withEncoding: rate(ms.withEncoding),
      shareOfWithEncoding: ms.withEncoding / ms.ours,
      /** From the large rendition to embeddings: what ours reaches of decoding it and the nets. */
      shareOfRecognition: ms.leastRecognition / ms.recognition,
    };
  } finally {
    await Promise.all([ours.close(), lowerBound.close()]);
    await Promise.all(large.map((rendition) => rendition.remove()));
  }
}

/** One twelve-megapixel photo from file to embeddings: against another checkout, and against the least that decoding, nets and encoding take. */
export async function benchPhoto(
  setup: BenchSetup,
  photos: number,
  rounds: number,
  opponent?: Opponent,
  profile?: ColourProfile,
) {
  const { files, remove } = await benchPhotos(photos, profile);
  try {
    const commits = await benchCheckouts(setup, files, rounds, opponent);
    const bound = await benchBound(setup, files, rounds);
    return { photos, profile, recogniser: setup.recogniser, ...commits, bound };
  } finally {
    await remove();
  }
}
