import { megabytesOf, type ProcessUse } from './process-use.ts';

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export type LoadTestReport = {
  photos: number;
  concurrency: number;
  megabytes: number;
  refused: number;
  /** How long uploads took to be answered. */
  answerMs: { p50: number; p99: number };
  /** Another client asking who it is, all along. */
  bystanderMs: { p50: number; p99: number };
  uploadsPerSecond: number;
  /** From the first byte to the last photo with its people grouped. */
  photosPerSecondToPeople: number;
  secondsToAnswered: number;
  /** Until every small picture could be fetched. */
  secondsToSmall: number;
  secondsToPeople: number;
  /** Processor time since the first byte, by process and thread, where the server's process could be read. */
  processorSeconds: Record<'answered' | 'people', Record<string, number>> | null;
  /** The longest any photo has waited between its answer and its result. */
  oldestInQueueSeconds: number;
  people: number;
  /** Of the server with its decoders, at the largest proportional share, where its process could be read. */
  peak: (ReturnType<typeof megabytesOf> & { processes: ProcessUse[] }) | null;
};

export const formatMegabytes = (uses: readonly ProcessUse[]): string => {
  const all = megabytesOf(uses);
  const each = uses.map(({ name, rssMb, pssMb }) => `${name} ${rssMb.toFixed(0)} / ${pssMb.toFixed(0)}`);
  return `${all.rssMb.toFixed(0)} / ${all.pssMb.toFixed(0)} MB (${each.join(', ')})`;
};

const formatSeconds = (seconds: Record<string, number> | undefined): string => {
  if (!seconds) return 'not readable';
  const all = Object.values(seconds).reduce((sum, value) => sum + value, 0);
  const parts = Object.entries(seconds).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  return `${all.toFixed(1)} s: ${parts.join(', ')}`;
};

/** The figures for people, one a line. */
export function formatLoadTestReport(figures: LoadTestReport): string[] {
  const { answerMs, bystanderMs, processorSeconds, peak } = figures;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `${figures.photos} photos, ${figures.megabytes.toFixed(0)} MB, ${figures.concurrency} at a time, ${figures.refused} refused`,
    `answers                   p50 ${ms(answerMs.p50)}, p99 ${ms(answerMs.p99)}`,
    `a bystander's requests    p50 ${ms(bystanderMs.p50)}, p99 ${ms(bystanderMs.p99)}`,
    `all answered              ${figures.secondsToAnswered.toFixed(1)} s, ${figures.uploadsPerSecond.toFixed(2)} photos/s; small pictures servable ${figures.secondsToSmall.toFixed(1)} s`,
    `people ready              ${figures.photosPerSecondToPeople.toFixed(2)} photos/s, ${figures.secondsToPeople.toFixed(1)} s in all`,
    `oldest in the queue       ${figures.oldestInQueueSeconds.toFixed(1)} s`,
    `people found              ${figures.people}`,
    `processor until answered  ${formatSeconds(processorSeconds?.answered)}`,
    `processor until people    ${formatSeconds(processorSeconds?.people)}`,
    `memory at most, RSS / PSS ${peak === null ? 'not readable' : formatMegabytes(peak.processes)}`,
  ];
}
