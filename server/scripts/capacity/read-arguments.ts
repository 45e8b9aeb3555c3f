import { parseArgs } from 'node:util';
import type { Figures } from './inputs.ts';

/** `photosPerWeek` as `photos-per-week`. */
export const flagOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Something in the arguments is no number, or no argument there is. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

const SHARES = ['publicShare', 'eveningShare', 'busyShare', 'visitingShare', 'hotShare'];
const WHOLE = ['clubs', 'embeddingLength'];
/** Beyond these an estimate says nothing; pgvector indexes no longer embeddings. */
const LARGEST = { years: 50, clubs: 10_000_000, embeddingLength: 2_000 } as Record<string, number>;
const LARGEST_NUMBER = 1e9;

export interface CapacityArguments {
  json: boolean;
  /** The README's table instead of the report. */
  table: boolean;
  /** Files of `npm run bench`, of which later ones count more. */
  measured: string[];
  changed: Record<string, number>;
}

/** What follows `npm run capacity --`. @throws ArgumentError with one sentence that names the argument */
export function readArguments(args: string[], names: readonly string[]): CapacityArguments {
  const numbers = Object.fromEntries(names.map((name) => [flagOf(name), { type: 'string' }] as const));
  const { values, positionals } = parsed(args, {
    ...numbers,
    json: { type: 'boolean' },
    table: { type: 'boolean' },
    measured: { type: 'string', multiple: true },
  });
  if (positionals[0] !== undefined)
    throw new ArgumentError(`"${positionals[0]}" belongs to no flag. Numbers follow theirs: --clubs 100`);
  const changed: Record<string, number> = {};
  for (const name of names) {
    const text = values[flagOf(name)];
    if (typeof text === 'string') changed[name] = numberOf(name, text);
  }
  const [json, asTable] = [values.json === true, values.table === true];
  if (json && asTable) throw new ArgumentError('--json and --table are two forms: choose one.');
  return { json, table: asTable, measured: (values.measured as string[] | undefined) ?? [], changed };
}

function parsed(args: string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [flag] = /--[\w-]+/.exec(String(error)) ?? [];
    const known = flag !== undefined && flag.slice(2) in options;
    throw new ArgumentError(
      known
        ? `${flag} needs a value.`
        : `There is no ${flag ?? 'such flag'}. Without flags all of them are listed.`,
    );
  }
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  const flag = `--${flagOf(name)}`;
  const largest = SHARES.includes(name) ? 1 : (LARGEST[name] ?? LARGEST_NUMBER);
  if (text.trim() === '' || !(value > 0) || value > largest)
    throw new ArgumentError(
      `${flag} is a number above 0 and up to ${largest.toLocaleString('en')}, not "${text}".`,
    );
  if (WHOLE.includes(name) && !Number.isInteger(value))
    throw new ArgumentError(`${flag} is a whole number, not "${text}".`);
  return value;
}

/** The figures with what the flags change. */
export function withChanges(figures: Figures, changed: Record<string, number>): Figures {
  const entries = Object.entries(figures).map(([name, figure]) => {
    const value = changed[name];
    return [name, value === undefined ? figure : { ...figure, value, source: 'by flag' }];
  });
  return Object.fromEntries(entries) as Figures;
}
