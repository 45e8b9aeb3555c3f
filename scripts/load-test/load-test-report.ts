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
  secondsToPeople: number;
  /** The longest any photo has waited between its answer and its result. */
  oldestInQueueSeconds: number;
  people: number;
  /** Of the server with its decoders, where its process could be read. */
  peakMegabytes: number | null;
};

/** The figures for people, one a line. */
export function formatLoadTestReport(figures: LoadTestReport): string[] {
  const { answerMs, bystanderMs } = figures;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `${figures.photos} photos, ${figures.megabytes.toFixed(0)} MB, ${figures.concurrency} at a time, ${figures.refused} refused`,
    `answers                   p50 ${ms(answerMs.p50)}, p99 ${ms(answerMs.p99)}`,
    `a bystander's requests    p50 ${ms(bystanderMs.p50)}, p99 ${ms(bystanderMs.p99)}`,
    `stored                    ${figures.uploadsPerSecond.toFixed(2)} photos/s`,
    `people ready              ${figures.photosPerSecondToPeople.toFixed(2)} photos/s, ${figures.secondsToPeople.toFixed(1)} s in all`,
    `oldest in the queue       ${figures.oldestInQueueSeconds.toFixed(1)} s`,
    `people found              ${figures.people}`,
    `server's memory, at most  ${figures.peakMegabytes === null ? 'not readable' : `${Math.round(figures.peakMegabytes)} MB`}`,
  ];
}
