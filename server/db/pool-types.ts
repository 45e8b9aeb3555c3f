import type pg from 'pg';
import type { WriteCount } from './count-writes.ts';

/** A pool of connections and what its kind of database needs around it. */
export interface OpenPool {
  pool: pg.Pool;
  /** Runs work that may take long on purpose (migrations) without a guard cutting it off. */
  withoutTimeout<T>(work: () => Promise<T>): Promise<T>;
  /** Null where other processes write too. */
  writes: WriteCount | null;
  close(): Promise<void>;
}
