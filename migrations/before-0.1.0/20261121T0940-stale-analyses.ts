import { type Kysely, sql } from 'kysely';

/** Photos analysed with other models or limits are looked for by this column, in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index face_job_pipeline_version on face_job (pipeline_version)`.execute(db);
}
