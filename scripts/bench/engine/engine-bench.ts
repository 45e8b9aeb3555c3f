import { largeRendition } from '#ml/scripts/make-large-rendition.ts';
import { interleaved, median } from '../statistics.ts';
import { type BenchPool, type BenchSetup, startBenchPool } from './bench-pool.ts';
import { benchPhotos } from './photos.ts';

interface Parts {
  decode: number;
  renditions: number;
  inference: number;
  whole: number;
}

const partsOf = (workers: BenchPool, files: readonly string[]) => {
  const inference: number[] = [];
  return {
    inference,
    decode: () => workers.run(files, 'decode'),
    renditions: () => workers.run(files, 'renditions'),
    whole: async () => inference.push((await workers.run(files, 'all')).inferenceMs),
  };
};

/** Interleaved, medians of `rounds`. face-api runs over every third photo only, because it is slow. */
export async function benchEngine(setup: BenchSetup, photos: number, rounds: number) {
  const { files, remove } = await benchPhotos(photos);
  const few = files.filter((_, i) => i % 3 === 0 || i === 1);
  const large = await Promise.all(few.map(largeRendition));
  const pictures = large.map(({ path }) => path);
  const one = await startBenchPool(1, setup);
  const two = await startBenchPool(2, setup);
  const peer = await startBenchPool(1, setup, 'face-api-worker');
  const peers = await startBenchPool(2, setup, 'face-api-worker');
  try {
    const { faces } = await one.run(files, 'all');
    await two.run(files, 'all');
    await peer.run(few.slice(0, 1), 'all');
    await peers.run(few.slice(0, 2), 'all');
    const [alone, both] = [partsOf(one, files), partsOf(two, files)];
    const ms = await interleaved(rounds, {
      decode: alone.decode,
      bothDecode: both.decode,
      renditions: alone.renditions,
      bothRenditions: both.renditions,
      whole: alone.whole,
      bothWhole: both.whole,
      peerFiles: () => peer.run(few, 'faces'),
      lentPeer: () => peer.run(few, 'all'),
      lentPeers: () => peers.run(few, 'all'),
      ourFaces: () => one.run(pictures, 'faces'),
      peerFaces: () => peer.run(pictures, 'faces'),
    });
    const parts = (decode: number, made: number, inference: number[], whole: number, workers: number) => ({
      decode: (workers * decode) / files.length,
      renditions: (workers * (made - decode)) / files.length,
      // Summed over the workers already.
      inference: median(inference) / files.length,
      whole: (workers * whole) / files.length,
    });
    const msPerPhoto = {
      oneWorker: parts(ms.decode, ms.renditions, alone.inference, ms.whole, 1),
      twoWorkers: parts(ms.bothDecode, ms.bothRenditions, both.inference, ms.bothWhole, 2),
    };
    const boundOf = ({ decode, renditions, inference }: Parts) => 2000 / (decode + renditions + inference);
    // Photos a second of two workers if nothing but the parts took time: as long as they take with both busy, and as long as in a worker
    // alone on the machine, which counts what the processors lose to each other too.
    const bound = { twoWorkers: boundOf(msPerPhoto.twoWorkers), byOneWorker: boundOf(msPerPhoto.oneWorker) };
    const rate = (total: number, count: number) => (1000 * count) / total;
    const ours = { oneWorker: rate(ms.whole, files.length), twoWorkers: rate(ms.bothWhole, files.length) };
    const theirs = {
      oneWorker: rate(ms.peerFiles, few.length),
      lentOneWorker: rate(ms.lentPeer, few.length),
      lentTwoWorkers: rate(ms.lentPeers, few.length),
    };
    return {
      photos,
      facesPerPhoto: faces / files.length,
      /** Whole photos a second: decode, three renditions, faces. */
      photosPerSecond: ours,
      /** The parts of a photo by themselves, and the whole: in one worker, and in each of two that are both busy. */
      msPerPhoto,
      bound: {
        ...bound,
        shareReached: ours.twoWorkers / bound.twoWorkers,
        shareOfThatReached: ours.twoWorkers / bound.byOneWorker,
      },
      peer: {
        /** From the camera's files as its README has it, no renditions made; then lent our decoder and renditions. */
        photosPerSecond: theirs,
        /** To find the faces in a large rendition, one worker. */
        facesMs: { ours: ms.ourFaces / few.length, peer: ms.peerFaces / few.length },
        /** How many times faster ours is. `photos`: our whole photo against its faces from the camera's file. */
        timesFaster: {
          photos: ours.oneWorker / theirs.oneWorker,
          lent: ours.oneWorker / theirs.lentOneWorker,
          lentTwoWorkers: ours.twoWorkers / theirs.lentTwoWorkers,
          faces: ms.peerFaces / ms.ourFaces,
        },
      },
    };
  } finally {
    await Promise.all([one, two, peer, peers].map((workers) => workers.close()));
    await Promise.all(large.map((rendition) => rendition.remove()));
    await remove();
  }
}
