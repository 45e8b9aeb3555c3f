import type { Inputs } from './inputs.ts';
import { processesFor } from './processes.ts';
import { storageAfter } from './storage.ts';

const TB = 1e12;
const GB = 1e9;
const MONTHS = 12;
const KB_PER_TB = 1e9;

/** € a month after so many years. */
export interface Cost {
  processes: number;
  database: number;
  photos: number;
  backup: number;
  traffic: number;
  total: number;
}

export function costOf(inputs: Inputs): Cost {
  const { all, web, worker } = processesFor(inputs);
  const { storeBytes, databaseBytes, backupBytes } = storageAfter(inputs);
  const visits = (inputs.clubs * inputs.membersPerClub * inputs.visitingShare * inputs.weeksPerYear) / MONTHS;
  const parts = {
    processes: (all + web + worker) * inputs.coresPerProcess * inputs.priceCore,
    database:
      all > 0
        ? 0
        : ((databaseBytes * inputs.hotShare) / GB) * inputs.priceDatabaseGb +
          (databaseBytes / TB) * inputs.priceDatabaseTb,
    photos: (storeBytes / TB) * inputs.priceStoreTb,
    backup: (backupBytes / TB) * inputs.priceStoreTb,
    traffic: ((visits * inputs.picturesPerVisit * inputs.pictureKb) / KB_PER_TB) * inputs.priceTrafficTb,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, euros) => sum + euros, 0) };
}
