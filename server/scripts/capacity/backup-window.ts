import type { Inputs } from './inputs.ts';
import { rowsAfter } from './rows.ts';

const SECONDS_PER_HOUR = 3600;
const MS_PER_HOUR = 3_600_000;

/**
 * Hours of a night's backup with its drill after the busiest evening. Tables are written, restored and compared whole;
 * of the originals only new ones are copied.
 */
export function backupHoursOf(inputs: Inputs): number {
  const tables = (rowsAfter(inputs).photos * inputs.backupMsPerPhoto) / MS_PER_HOUR;
  const newMegabytes = inputs.clubs * inputs.photosPerWeek * inputs.eveningShare * inputs.originalMb;
  return tables + newMegabytes / inputs.copyMbPerSecond / SECONDS_PER_HOUR;
}
