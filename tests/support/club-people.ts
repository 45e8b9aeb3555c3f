import { toSql } from 'pgvector/kysely';
import type { Purpose } from '#server/contract/consent.ts';
import {
  type ReferencePurpose,
  referenceTables,
} from '#server/features/people/club-people/erase-face-search.ts';
import { releaseVersions } from '#server/features/people/consent/consent-texts.ts';
import { newId } from '#server/ids.ts';
import { testRecogniser } from './faces.ts';
import type { TestApp } from './test-app.ts';

/** A unit vector at a cosine distance from the axis of a person; `side` turns it into another direction. */
export function embeddingAt(axis: number, distance = 0, side = 100): Float32Array {
  const cosine = 1 - distance;
  const vector = new Float32Array(128);
  vector[axis] = cosine;
  vector[side] = Math.sqrt(Math.max(0, 1 - cosine ** 2));
  return vector;
}

let named = 0;

/** Without a name one that nobody else has: refusals hold for namesakes, too. */
export async function createClubPerson(
  app: TestApp,
  club_id: string,
  fields: { name?: string; user_id?: string; born_on?: string } = {},
): Promise<string> {
  const id = newId();
  named += 1;
  const { name = `Somebody ${named}`, user_id = null, born_on = null } = fields;
  await app.ctx.db
    .insertInto('club_person')
    .values({ id, club_id, first_name: name, user_id, born_on })
    .execute();
  return id;
}

export async function makeGuardian(
  app: TestApp,
  club_person_id: string,
  user_id: string,
  state: 'asked' | 'confirmed' | 'ended' = 'confirmed',
): Promise<void> {
  await app.ctx.db
    .insertInto('guardianship')
    .values({ id: newId(), club_person_id, user_id, state, asked_at: new Date() })
    .execute();
}

type Said = { by?: string; as?: 'self' | 'guardian' | 'paper'; until?: string; text?: string };

/** What the club wrote down from paper, unless an account said it. */
export async function sayConsent(
  app: TestApp,
  club_person_id: string,
  purpose: Purpose,
  answer: 'yes' | 'no' | 'withdrawn',
  said: Said = {},
): Promise<string> {
  const id = newId();
  const { by = null, as = 'paper', until = null, text = releaseVersions[purpose] } = said;
  await app.ctx.db
    .insertInto('consent')
    .values({
      id,
      club_person_id,
      purpose,
      answer,
      said_by: by,
      said_as: as,
      text_version: text,
      language: 'en',
      said_at: app.ctx.clock.now(),
      valid_until: until,
    })
    .execute();
  return id;
}

export const sayFind = (
  app: TestApp,
  clubPersonId: string,
  answer: 'yes' | 'no' | 'withdrawn',
  said?: Said,
): Promise<string> => sayConsent(app, clubPersonId, 'find', answer, said);

export async function addReference(
  app: TestApp,
  club_person_id: string,
  embedding: Float32Array,
  fields: { expires_on?: string; recogniser?: string; purpose?: ReferencePurpose; by?: string } = {},
): Promise<string> {
  const id = newId();
  await app.ctx.db
    .insertInto(referenceTables[fields.purpose ?? 'find'])
    .values({
      id,
      club_person_id,
      recogniser: fields.recogniser ?? testRecogniser,
      pipeline_version: 'test 1',
      embedding: toSql([...embedding]),
      crop: Buffer.from('a picture'),
      expires_on: fields.expires_on ?? '2099-01-01',
      created_by: fields.by ?? null,
      created_at: app.ctx.clock.now(),
    })
    .execute();
  return id;
}
