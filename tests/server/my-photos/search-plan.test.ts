/** @module-tag long */
import { type Kysely, type KyselyPlugin, type RawNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { familyOf, searchOf, seedManyClubs } from '#scripts/bench/search/many-clubs.ts';
import type { DB } from '#server/db/tables.ts';
import {
  countOfFace,
  isFound,
  listFoundPhotos,
  photosOfFace,
} from '#server/features/faces/my-photos/found-photos.repository.ts';
import { listMatchQuestionsOfPerson } from '#server/features/faces/my-photos/questions-to-family.repository.ts';
import { listMatchQuestionsOfGallery } from '#server/features/faces/who-is-who/match-questions.repository.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const ASKING = 2;
let database: TestDatabase;
let user: string;
let child: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await seedManyClubs(db, { persons: 30_000, askingClubs: ASKING, dimensions: 4 });
  ({ user, child } = await familyOf(db, 1));
  // As many galleries and marks as a large installation has.
  const others = sql`club_id not in (select md5('club' || n)::uuid from generate_series(0, ${sql.lit(ASKING - 1)}) n)`;
  await sql`insert into stored_gallery (id, name, event_id, visibility, created_by, created_at)
    select gen_random_uuid(), 'More', event_id, 'club_restricted', (select id from app_user limit 1), now() - make_interval(mins => n)
    from event_club, generate_series(1, 40) n where ${others}`.execute(db);
  await sql`insert into person_mean_stale (person_id, gallery_id) select person_id, gallery_id from person_mean
    where person_id not in (select person_id from assignment)`.execute(db);
  await sql`vacuum analyze`.execute(db);
});
afterAll(() => database?.remove());

/** How the database would answer the statements of a call. */
async function plansOf(call: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const [first = '', ...rest] = (node as RawNode).sqlFragments;
      return { ...(node as RawNode), sqlFragments: [`explain ${first}`, ...rest] };
    },
    transformResult: async ({ result }) => {
      plans.push(...result.rows.map((row) => String(row['QUERY PLAN'])));
      throw new Error('only planned');
    },
  };
  await expect(call(database.db.withPlugin(explaining))).rejects.toThrow('only planned');
  return plans;
}

const page = { limit: 200, offset: 0 };
const face = '[1,2,3,4]';
test.each(['own', 'public'] as const)(
  'a search in %s galleries reads no table that grows with the clubs as a whole',
  async (scope) => {
    const search = searchOf(user, scope);
    const calls: Record<string, (db: Kysely<DB>) => Promise<unknown>> = {
      photos: (db) => listFoundPhotos(db, search, child, page),
      questions: (db) => listMatchQuestionsOfPerson(db, search, child, 20),
      face: (db) => photosOfFace(db, search, face, 200),
      count: (db) => countOfFace(db, search, face),
      answer: (db) => isFound(db, search, child, crypto.randomUUID()),
      'questions to editors': async (db) => {
        const { rows } = await sql<{ id: string }>`select id from gallery limit 1`.execute(database.db);
        return listMatchQuestionsOfGallery(db, search, rows[0]!.id);
      },
    };
    for (const [name, call] of Object.entries(calls)) {
      const plan = await plansOf(call);
      expect(plan.length).toBeGreaterThan(10);
      const wholes = plan.filter((line) =>
        /Seq Scan on (stored_gallery|person|person_mean|person_mean_stale)\b/.test(line),
      );
      expect({ name, wholes }).toEqual({ name, wholes: [] });
    }
  },
);
