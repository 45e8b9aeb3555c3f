import type { Inputs } from './inputs.ts';
import { allRows, backupTableBytes, databaseBytes, rowsAfter } from './rows.ts';

const MEGA = 1e6;

export interface YearOfStorage {
  year: number;
  photos: number;
  faces: number;
  /** Of all tables. */
  rows: number;
  /** Originals and renditions. */
  storeBytes: number;
  /** With what a running database keeps besides the packed rows. */
  databaseBytes: number;
  /** One backup: tables and originals. */
  backupBytes: number;
}

export function storageAfter(inputs: Inputs, year = inputs.years): YearOfStorage {
  const rows = rowsAfter(inputs, year);
  return {
    year,
    photos: rows.photos,
    faces: rows.faces,
    rows: allRows(rows),
    storeBytes: rows.photos * (inputs.originalMb + inputs.renditionsMb) * MEGA,
    databaseBytes: databaseBytes(rows, inputs) * inputs.databaseReserve,
    backupBytes: backupTableBytes(rows, inputs) + rows.photos * inputs.originalMb * MEGA,
  };
}

export const storageByYear = (inputs: Inputs): YearOfStorage[] =>
  Array.from({ length: Math.ceil(inputs.years) }, (_, year) =>
    storageAfter(inputs, Math.min(year + 1, inputs.years)),
  );
