import { type Kysely, sql } from 'kysely';

/**
 * A threshold says something about one recogniser and one metric only: it is kept with both, so that another recogniser
 * is never compared by it. And which models, whose licence allows only some uses, an administrator has accepted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face_setting add column match_threshold_for text`.execute(db);
  // What was in force where nothing was chosen, in every version before this one.
  await sql`
    update face_setting
    set match_threshold_for = coalesce(recognition_model, 'dlib_resnet') || ' ' || coalesce(distance_metric, 'cosine')
    where match_threshold is not null`.execute(db);
  await sql`
    create table accepted_model (
      model text primary key,
      accepted_by uuid references app_user (id) on delete set null,
      accepted_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index accepted_model_accepted_by on accepted_model (accepted_by)`.execute(db);
}
