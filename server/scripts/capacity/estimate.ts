import { backupHoursOf } from './backup-window.ts';
import { type Cost, costOf } from './cost.ts';
import type { Inputs } from './inputs.ts';
import { limitsInOrder, type ReachedLimit } from './limits.ts';
import { type Peak, peakOf } from './peak.ts';
import { type Processes, processesFor } from './processes.ts';
import { storageByYear, type YearOfStorage } from './storage.ts';
import { type VectorIndex, vectorIndexFor } from './vector-index.ts';

/** What an installation of a size needs, and which of its parts is passed first. */
export interface Estimate {
  peak: Peak;
  processes: Processes;
  years: YearOfStorage[];
  vectorIndex: VectorIndex;
  backupHours: number;
  cost: Cost;
  limits: ReachedLimit[];
}

export const estimate = (inputs: Inputs): Estimate => ({
  peak: peakOf(inputs),
  processes: processesFor(inputs),
  years: storageByYear(inputs),
  vectorIndex: vectorIndexFor(inputs),
  backupHours: backupHoursOf(inputs),
  cost: costOf(inputs),
  limits: limitsInOrder(inputs),
});
