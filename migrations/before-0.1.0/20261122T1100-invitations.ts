import { type Kysely, sql } from 'kysely';

/** Invitations to a club: links that let people join it without asking. Only hashes of their tokens are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id uuid primary key,
      club_id uuid not null references club (id) on delete cascade,
      role text not null check (role in ('member', 'photographer')),
      /* where it is mailed to; null: it is handed over as a code or a link */
      email text,
      /* for whom it is; empty: anybody */
      first_name text not null default '',
      last_name text not null default '',
      /* null: any number */
      max_uses integer check (max_uses > 0),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      created_by uuid references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      /* goes into the token; a replaced link has a higher one */
      token_version integer not null default 1,
      token_hash bytea not null unique,
      /* the link in the mail, which proves the address; the printed one proves nothing */
      mailed_token_hash bytea unique,
      /* the import that made it */
      import_id uuid,
      constraint invitation_for_one_person
        check (max_uses = 1 or (role = 'member' and email is null and first_name = '' and last_name = ''))
    )`.execute(db);
  await sql`create index invitation_club on invitation (club_id, created_at)`.execute(db);
  await sql`create index invitation_created_by on invitation (created_by)`.execute(db);
  await sql`create index invitation_import on invitation (import_id) where import_id is not null`.execute(db);

  await sql`
    create table invitation_acceptance (
      invitation_id uuid not null references invitation (id) on delete cascade,
      /* no foreign key: the use counts after its account was deleted, too */
      user_id uuid not null,
      accepted_at timestamptz not null default now(),
      primary key (invitation_id, user_id)
    )`.execute(db);
  await sql`create index invitation_acceptance_user on invitation_acceptance (user_id)`.execute(db);

  /* So that an old link says that there is a newer one. */
  await sql`
    create table invitation_replaced_token (
      token_hash bytea primary key,
      invitation_id uuid not null references invitation (id) on delete cascade
    )`.execute(db);
  await sql`create index invitation_replaced_token_invitation on invitation_replaced_token (invitation_id)`.execute(
    db,
  );
}
