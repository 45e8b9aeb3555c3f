import { type Kysely, sql } from 'kysely';

/** Imports of members from lists. What an import made are invitations; they name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_import (
      id uuid primary key,
      club_id uuid not null references club (id) on delete cascade,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      file_name text not null,
      line_count integer not null,
      /* those made by it; undoing deletes their rows, so they cannot be counted later */
      invitation_count integer not null,
      /* mails that were queued; 0 tells that none can be out, also after the outbox has forgotten them */
      mail_count integer not null,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index member_import_club on member_import (club_id, created_at)`.execute(db);
  await sql`create index member_import_created_by on member_import (created_by)`.execute(db);
  await sql`
    alter table invitation
      add constraint invitation_import_id_fkey
        foreign key (import_id) references member_import (id) on delete set null`.execute(db);
}
