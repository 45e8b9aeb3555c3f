import { type Kysely, sql } from 'kysely';

/** That a person left the club, and when what the club keeps of them ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table club
      /* null: data of people who left stays until somebody erases it */
      add column left_kept_months smallint constraint club_left_kept_months_range check (left_kept_months between 1 and 120),
      /* the day on which that was chosen */
      add column left_kept_since date,
      add constraint club_left_kept_since_when check ((left_kept_months is null) = (left_kept_since is null))`.execute(
    db,
  );
  await sql`
    create table club_person_departure (
      club_person_id uuid primary key references club_person (id) on delete cascade,
      left_on date not null,
      /* account: the last account that stands for the person left the club; club: its administrators say so */
      noted_by text not null check (noted_by in ('account', 'club')),
      noted_on date not null,
      /* the last day, where the club chose one for this person */
      kept_until date,
      /* how many days before the last day people were told last, and when */
      end_notice smallint,
      end_notice_on date,
      constraint club_person_departure_notice_dated check ((end_notice is null) = (end_notice_on is null))
    )`.execute(db);
  await noteThoseWhoLeft(db);
}

/** People whose own account is no member any more, and children all of whose guardians' accounts left. */
async function noteThoseWhoLeft(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into club_person_departure (club_person_id, left_on, noted_by, noted_on)
    select cp.id, coalesce(g.last_ended, current_date), 'account', current_date
    from club_person cp, lateral (
      select max(ended_at)::date as last_ended, count(*) filter (where state = 'confirmed') as confirmed,
        bool_or(state = 'ended' and decided_at is not null) as had_guardian,
        bool_or(exists (select 1 from club_membership m
          where m.club_id = cp.club_id and m.user_id = guardianship.user_id and m.status = 'approved')) as has_member
      from guardianship where guardianship.club_person_id = cp.id) g
    where not exists (select 1 from club_membership m
        where m.club_id = cp.club_id and m.user_id = cp.user_id and m.status = 'approved')
      and g.confirmed = 0 and g.has_member is not true
      and (cp.user_id is not null
        or (g.had_guardian and (cp.born_on is null or cp.born_on > current_date - interval '18 years')))`.execute(
    db,
  );
}
