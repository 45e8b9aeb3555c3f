import type { FinishedBackup } from './run-backup.ts';

const number = new Intl.NumberFormat('en');
const gigabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** What the operator reads when a backup is finished. */
export function describeBackup(folder: string, backup: FinishedBackup): string {
  const { createdAt, rows, photos, bytes, missing, damaged, heldMs } = backup;
  const lines = [
    `The backup is in ${folder}: ${number.format(photos)} photos (${gigabytes.format(bytes / 1e9)} GB) and ` +
      `${number.format(rows)} rows, as they were at ${createdAt}.`,
  ];
  if (heldMs > 0) lines.push(`Nobody waited longer than ${Math.ceil(heldMs)} ms for it.`);
  if (missing > 0) lines.push(`Of ${number.format(missing)} photos the original is missing on the disk.`);
  if (damaged > 0)
    lines.push(
      `Of ${number.format(damaged)} photos the original is not as it was uploaded; it was copied as it is.`,
    );
  return lines.join('\n');
}
