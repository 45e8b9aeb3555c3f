import { describeLoad } from '../load/figures.ts';
import type { Results, SectionName } from './sections.ts';

const n = (value: number, digits = 1) => value.toFixed(digits);

const tell: { [N in SectionName]: (result: NonNullable<Results[N]>) => string[] } = {
  engine: (engine) => {
    const { photosPerSecond: rate, msPerPhoto: ms } = engine;
    return [
      `12-megapixel photos, ${n(engine.facesPerPhoto)} faces each, from file to embeddings with three derived pictures`,
      `one worker    ${n(rate.oneWorker, 2)} photos/s   face-api on WASM ${n(rate.peerOneWorker, 2)}`,
      `two workers   ${n(rate.twoWorkers, 2)} photos/s   face-api on WASM ${n(rate.peerTwoWorkers, 2)}`,
      `a photo       decode ${n(ms.decode)} ms, derived pictures ${n(ms.renditions)}, inference ${n(ms.inference)}, whole ${n(ms.whole)}`,
      `two workers reach ${n(engine.shareOfBound * 100)} % of what the parts alone would allow (${n(engine.boundTwoWorkers, 2)} photos/s)`,
      `faces alone   ${n(engine.facesMs.ours)} ms, face-api ${n(engine.facesMs.peer)} ms: ${n(engine.timesFaster.faces)} times; whole photos ${n(engine.timesFaster.whole)} times`,
    ];
  },
  clustering: (runs) =>
    runs.map(
      (run) =>
        `${String(run.faces).padStart(6)} faces   ${n(run.seconds, 2)} s, ${run.groups} groups of ${run.persons} people, ${run.mixed} mixed, ${n(run.rssMb, 0)} MB`,
    ),
  memory: (memory) => [
    `${memory.photos} photos, two workers: ${memory.rssMb.map((megabytes) => n(megabytes, 0)).join(' ')} MB`,
    `grown by ${n(memory.grownMb, 0)} MB since the second tenth`,
  ],
  lists: ({ world, figures }) => [
    Object.entries(world)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    ...figures.map(
      (figure) =>
        `${figure.call.padEnd(28)} median ${n(figure.medianMs).padStart(7)} ms   p99 ${n(figure.p99Ms).padStart(7)} ms   ${figure.statements} statements`,
    ),
  ],
  road: describeLoad,
};

const titles: Record<SectionName, string> = {
  engine: 'The engine',
  clustering: 'Grouping',
  memory: 'Memory of recognition',
  lists: 'Lists',
  road: 'The whole road: upload to people, on a server of its own with the embedded database',
};

/** One section as people read it. */
export function describeSection<N extends SectionName>(name: N, result: NonNullable<Results[N]>): string {
  return [`\n${titles[name]}`, ...tell[name](result).map((line) => `  ${line}`)].join('\n');
}
