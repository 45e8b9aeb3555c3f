import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { type Figures, figuresOf } from './inputs.ts';
import type { BenchFile } from './measured-figures.ts';
import { ArgumentError } from './read-arguments.ts';

const benchFile = z.object({
  started: z.iso.datetime(),
  quick: z.boolean(),
  machine: z.object({ processors: z.number(), model: z.string() }),
  results: z.record(z.string(), z.unknown()),
});

/** Figures of two cores, which come with the code; see their machine and date. */
export const standardMeasurements = (): BenchFile =>
  JSON.parse(readFileSync(new URL('./measured.json', import.meta.url), 'utf8'));

/** The figures, those of the files before the standard ones. @throws ArgumentError when a file lacks what the model needs */
export function figuresWith(paths: readonly string[]): Figures {
  const standard = standardMeasurements();
  if (paths.length === 0) return figuresOf(standard);
  const own = paths.map(readMeasured);
  try {
    const figures = figuresOf(standard, own);
    if (Object.values(figures).every(({ value }) => value > 0 && Number.isFinite(value))) return figures;
  } catch {
    // a section of another shape
  }
  throw new ArgumentError(
    `--measured: ${paths.join(', ')}: figures that the model needs are missing; measure again.`,
  );
}

/** A file that `npm run bench` wrote. @throws ArgumentError when it is none */
function readMeasured(path: string): { name: string; file: BenchFile } {
  try {
    return {
      name: basename(path),
      file: benchFile.parse(JSON.parse(readFileSync(path, 'utf8'))) as BenchFile,
    };
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'is no file of npm run bench';
    throw new ArgumentError(`--measured: ${path} ${reason}.`);
  }
}
