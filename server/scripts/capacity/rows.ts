import { rowKinds, rowsOfSeason, type SeasonRows, tablesOf } from '../bench/sizes/season.ts';
import type { Inputs } from './inputs.ts';
import { embeddingTextBytes, storedEmbeddingBytes } from './measured-sizes.ts';

/** Rows of the database after so many years. */
export function rowsAfter(inputs: Inputs, years = inputs.years): SeasonRows {
  const weeks = inputs.weeksPerYear * years;
  return rowsOfSeason({
    ...inputs,
    galleries: Math.round(inputs.clubs * inputs.galleriesPerWeek * weeks),
    photos: Math.round(inputs.clubs * inputs.photosPerWeek * weeks),
  });
}

/** Bytes of tables and their indexes as the database packs them. */
export const databaseBytes = (rows: SeasonRows, inputs: Inputs): number =>
  inputs.bytesOfEmptyDatabase +
  bytesOf(rows, {
    clubs: inputs.bytesPerClub,
    members: inputs.bytesPerMember,
    galleries: inputs.bytesPerGallery,
    photos: inputs.bytesPerPhoto,
    faces: inputs.bytesPerFace + storedEmbeddingBytes(inputs.embeddingLength),
    persons: inputs.bytesPerPerson + storedEmbeddingBytes(inputs.embeddingLength),
    notifications: inputs.bytesPerNotification,
  });

/** Bytes of the tables in one backup. */
export const backupTableBytes = (rows: SeasonRows, inputs: Inputs): number =>
  bytesOf(rows, {
    clubs: inputs.backupBytesPerClub,
    members: inputs.backupBytesPerMember,
    galleries: inputs.backupBytesPerGallery,
    photos: inputs.backupBytesPerPhoto,
    faces: inputs.backupBytesPerFace + embeddingTextBytes(inputs.embeddingLength),
    persons: inputs.backupBytesPerPerson + embeddingTextBytes(inputs.embeddingLength),
    notifications: inputs.backupBytesPerNotification,
  });

const bytesOf = (rows: SeasonRows, ofRow: SeasonRows): number =>
  rowKinds.reduce((sum, kind) => sum + rows[kind] * ofRow[kind], 0);

/** Rows of all tables. */
export const allRows = (rows: SeasonRows): number =>
  rowKinds.reduce((sum, kind) => sum + rows[kind] * tablesOf[kind].length, 0);
