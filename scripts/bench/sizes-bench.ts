import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { measureTables } from './sizes/measure-tables.ts';
import { measureVectorIndex } from './sizes/measure-vector-index.ts';
import { type Season, seasonTables } from './sizes/season.ts';
import { removeSeason, seedSeason } from './sizes/seed-season.ts';

/** Of MobileFaceNet, the best recogniser that is fetched by itself. */
const EMBEDDING_LENGTH = 128;

const PHOTOS_OF_CLUB = 200;

/** A season with so many photos: one gallery a club. */
const seasonOf = (photos: number): Season => ({
  clubs: Math.ceil(photos / PHOTOS_OF_CLUB),
  membersPerClub: 100,
  galleries: Math.ceil(photos / PHOTOS_OF_CLUB),
  photos,
  facesPerPhoto: 3,
  facesPerPerson: 10,
});

/** Bytes of the tables that grow with photos and clubs, and of a vector index over all faces, in an empty database that is empty afterwards. */
export async function benchSizes(db: Kysely<DB>, photos: number, embeddingLength = EMBEDDING_LENGTH) {
  const season = seasonOf(photos);
  await seedSeason(db, season, embeddingLength);
  const measured = {
    season,
    embeddingLength,
    tables: await measureTables(db, seasonTables),
    vectorIndexes: [
      await measureVectorIndex(db, 'vector', embeddingLength),
      await measureVectorIndex(db, 'halfvec', embeddingLength),
    ],
  };
  await removeSeason(db);
  return measured;
}
