import type { Inputs } from './inputs.ts';
import { peakOf } from './peak.ts';
import { rowsAfter } from './rows.ts';

const THOUSAND = 1000;
const MILLION = 1e6;

/** Faces that one member’s search compares: those of the own club and those of all public galleries. */
export function facesSearched(inputs: Inputs): number {
  const all = rowsAfter(inputs).faces;
  const ofOwnClub = inputs.clubs > 0 ? all / inputs.clubs : 0;
  return ofOwnClub + inputs.publicShare * (all - ofOwnClub);
}

export const searchSecondsOf = (inputs: Inputs): number =>
  (facesSearched(inputs) / MILLION) * (inputs.searchMsPerMillionFaces / THOUSAND);

/** Cores of the database that lists keep busy on the busiest evening. */
export const readingCoresOf = (inputs: Inputs): number =>
  (peakOf(inputs).lists * inputs.listMs) / THOUSAND / inputs.busyShare;
