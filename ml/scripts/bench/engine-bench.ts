import { largeRendition } from '../rendition.ts';
import { type LaneSetup, startLanes } from './lanes.ts';
import { benchPhotos } from './photos.ts';
import { interleaved, median } from './statistics.ts';

export interface EngineBench {
  photos: number;
  facesPerPhoto: number;
  /** Whole photos a second: decode, three renditions, faces. */
  photosPerSecond: { oneWorker: number; twoWorkers: number; peerOneWorker: number; peerTwoWorkers: number };
  /** The parts of a photo in one worker, measured by themselves, and the whole. */
  msPerPhoto: { decode: number; renditions: number; inference: number; whole: number };
  /** Photos a second that two workers would reach if nothing but the parts took time. */
  boundTwoWorkers: number;
  shareOfBound: number;
  /** Milliseconds to find the faces in a large rendition, one worker. */
  facesMs: { ours: number; peer: number };
  /** Finding faces alone, and the whole photo with two workers each, of which both spend half on the same JPEGs. */
  timesFaster: { faces: number; whole: number };
}

/** Interleaved, medians of `rounds`. The peer runs over every third photo only: it would outlast all the rest. */
export async function benchEngine(setup: LaneSetup, photos: number, rounds: number): Promise<EngineBench> {
  const { files, remove } = await benchPhotos(photos);
  const few = files.filter((_, i) => i % 3 === 0 || i === 1);
  const large = await Promise.all(few.map(largeRendition));
  const pictures = large.map(({ path }) => path);
  const one = await startLanes(1, setup);
  const two = await startLanes(2, setup);
  const peer = await startLanes(1, setup, 'peer');
  const peers = await startLanes(2, setup, 'peer');
  const inference: number[] = [];
  try {
    const { faces } = await one.run(files, 'all');
    await Promise.all([
      two.run(files, 'all'),
      peer.run(few.slice(0, 1), 'all'),
      peers.run(few.slice(0, 2), 'all'),
    ]);
    const ms = await interleaved(rounds, {
      decode: () => one.run(files, 'decode'),
      renditions: () => one.run(files, 'renditions'),
      whole: async () => inference.push((await one.run(files, 'all')).inferenceMs),
      two: () => two.run(files, 'all'),
      peers: () => peers.run(few, 'all'),
      ourFaces: () => one.run(pictures, 'faces'),
      peerFaces: () => peer.run(pictures, 'faces'),
      peer: () => peer.run(few, 'all'),
    });
    const each = (total: number) => total / files.length;
    const ofFew = (total: number) => total / few.length;
    const parts = each(ms.renditions) + each(median(inference));
    const twoWorkers = 1000 / each(ms.two);
    const peerTwoWorkers = 1000 / ofFew(ms.peers);
    return {
      photos,
      facesPerPhoto: faces / files.length,
      photosPerSecond: {
        oneWorker: 1000 / each(ms.whole),
        twoWorkers,
        peerOneWorker: 1000 / ofFew(ms.peer),
        peerTwoWorkers,
      },
      msPerPhoto: {
        decode: each(ms.decode),
        renditions: each(ms.renditions - ms.decode),
        inference: each(median(inference)),
        whole: each(ms.whole),
      },
      boundTwoWorkers: 2000 / parts,
      shareOfBound: (twoWorkers * parts) / 2000,
      facesMs: { ours: ofFew(ms.ourFaces), peer: ofFew(ms.peerFaces) },
      timesFaster: { faces: ms.peerFaces / ms.ourFaces, whole: twoWorkers / peerTwoWorkers },
    };
  } finally {
    await Promise.all([one, two, peer, peers].map((lanes) => lanes.close()));
    await Promise.all(large.map((rendition) => rendition.remove()));
    await remove();
  }
}
