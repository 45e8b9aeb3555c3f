import { type Kysely, sql } from 'kysely';
import type { Contributions } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import { toldParams } from '#server/features/accounts/notifications/notifications.repository.ts';

/** What an account has brought in; it stays when the account is deleted. */
export async function countContributions(db: Kysely<DB>, userId: string): Promise<Contributions> {
  const { rows } = await sql<Contributions>`select
    (select count(*)::int from photo where uploaded_by = ${userId}) as photos,
    (select count(*)::int from stored_gallery where created_by = ${userId} or photographer_id = ${userId}) as galleries,
    (select count(*)::int from event where created_by = ${userId}) as events,
    (select count(*)::int from club where created_by = ${userId}) as clubs,
    (select count(*)::int from club_person where user_id = ${userId}) as people`.execute(db);
  return rows[0] as Contributions;
}

/** Everything stored about one person, by file of the export. Never hashes of passwords or tokens, never faces. */
export async function readOwnData(db: Kysely<DB>, userId: string): Promise<Record<string, unknown>> {
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  const [profile] =
    await rows(sql`select id, username, email, pending_email, email_verified_at, email_bounced_at,
      first_name, last_name, bio, language, credit_line, is_active, created_at, updated_at, last_login, known_devices
      from app_user where id = ${userId}`);
  return {
    profile,
    memberships: await rows(sql`select c.name as club, m.status, m.requested_at, m.approved_at
      from club_membership m join club c on c.id = m.club_id where m.user_id = ${userId} order by m.requested_at`),
    roles: await rows(sql`select r.role_name as role, c.name as club, r.created_at
      from role_assignment r left join club c on c.id = r.club_id where r.user_id = ${userId} order by r.created_at`),
    uploads:
      await rows(sql`select p.id, g.name as gallery, p.filename, p.relative_path, p.mime, p.bytes, p.width, p.height,
      p.taken_at, p.taken_at_local, p.taken_at_offset, p.clock_shift_s as clock_corrected_by_s, p.camera, p.credit, p.credit_line, p.created_at as uploaded_at
      from photo p join stored_gallery g on g.id = p.gallery_id where p.uploaded_by = ${userId} order by p.created_at`),
    deleted_uploads:
      await rows(sql`select d.id, g.name as gallery, d.snapshot -> 'photo' -> 0 ->> 'filename' as filename, d.bytes,
      d.deleted_at
      from deleted_photo d join stored_gallery g on g.id = d.gallery_id where d.uploaded_by = ${userId} order by d.deleted_at`),
    galleries: await rows(sql`select g.id, g.name, e.name as event, g.visibility, g.created_at
      from stored_gallery g join event e on e.id = g.event_id
      where g.created_by = ${userId} or g.photographer_id = ${userId} order by g.created_at`),
    events: await rows(sql`select id, name, event_date, location, description, created_at
      from event where created_by = ${userId} order by created_at`),
    share_links:
      await rows(sql`select l.name, g.name as gallery, cp.first_name as person, l.expires_at, l.is_active,
      l.created_at from share_link l left join stored_gallery g on g.id = l.gallery_id
      left join club_person cp on cp.id = l.club_person_id where l.created_by = ${userId} order by l.created_at`),
    invitations: await rows(sql`select c.name as club, i.role, i.created_at,
      (i.created_by = ${userId}) is true as made, i.guardian_of is not null as for_guardian, a.accepted_at
      from invitation i join club c on c.id = i.club_id
      left join invitation_acceptance a on a.invitation_id = i.id and a.user_id = ${userId}
      where i.created_by = ${userId} or a.user_id is not null order by i.created_at`),
    club_people: await rows(sql`select c.name as club, cp.first_name, cp.last_name, cp.born_on, d.left_on,
      d.kept_until
      from club_person cp join club c on c.id = cp.club_id
      left join club_person_departure d on d.club_person_id = cp.id where cp.user_id = ${userId} order by cp.created_at`),
    guardianships: await rows(sql`select c.name as club, cp.first_name, cp.last_name, g.state, g.asked_at,
      g.decided_at, g.ended_at
      from guardianship g join club_person cp on cp.id = g.club_person_id join club c on c.id = cp.club_id
      where g.user_id = ${userId} order by g.asked_at`),
    guardian_claims: await rows(sql`select c.name as club, gc.relation, gc.name, gc.born_on,
      gc.claimed_at, (select coalesce(jsonb_object_agg(a.purpose, a.answer), '{}') from guardian_claim_answer a
        where a.claim_id = gc.id) as answers
      from guardian_claim gc join club c on c.id = gc.club_id where gc.user_id = ${userId} order by gc.claimed_at`),
    erasure_requests: await rows(sql`select c.name as club, cp.first_name, cp.last_name, r.asked_at,
      r.hides_photos as hide_photos
      from erasure_request r join club_person cp on cp.id = r.club_person_id join club c on c.id = cp.club_id
      where r.asked_by = ${userId} or cp.user_id = ${userId} order by r.asked_at`),
    // Answers about the account's owner are their data too, also those that others gave.
    consents:
      await rows(sql`select c.name as club, cp.first_name, cp.last_name, s.purpose, s.answer, s.said_as,
      s.text_version, s.language, s.said_at, s.valid_until, s.removed_at,
      case when cp.user_id = ${userId} then s.note else '' end as note
      from (select id, club_person_id, purpose, answer, said_as, said_by, text_version, language, said_at, valid_until,
          note, null::timestamptz as removed_at, null::uuid as removed_by from consent
        union all select id, club_person_id, purpose, answer, 'paper', said_by, text_version, language, said_at, valid_until,
          note, removed_at, removed_by from removed_paper) s join club_person cp on cp.id = s.club_person_id join club c on c.id = cp.club_id
      where ${userId} in (s.said_by, s.removed_by, cp.user_id) order by s.said_at, s.id`),
    takedowns:
      await rows(sql`select g.name as gallery, t.reason, t.contact, t.asked_at, t.decided, t.decided_at, t.answer
      from takedown t join stored_gallery g on g.id = t.gallery_id where t.asked_by = ${userId} order by t.asked_at`),
    notifications: await rows(sql`select kind, ${toldParams} as params, href, created_at, read_at, settled_at
      from notification where user_id = ${userId} order by created_at`),
    notification_preferences: await rows(sql`select kind, delivery
      from notification_preference where user_id = ${userId} order by kind`),
    calendar_feed: await rows(sql`select created_at from calendar_feed where user_id = ${userId}`),
    pictures_to_be_found_by:
      await rows(sql`select trim(cp.first_name || ' ' || cp.last_name) as person, r.created_at, r.expires_on
      from reference r join club_person cp on cp.id = r.club_person_id
      where r.created_by = ${userId} or cp.user_id = ${userId} order by r.created_at`),
    pictures_to_keep_photos_inside_by:
      await rows(sql`select trim(cp.first_name || ' ' || cp.last_name) as person, r.created_at, r.expires_on
      from guard_reference r join club_person cp on cp.id = r.club_person_id
      where r.created_by = ${userId} or cp.user_id = ${userId} order by r.created_at`),
    photos_waiting_for_an_answer:
      await rows(sql`select trim(cp.first_name || ' ' || cp.last_name) as person, w.since
      from likely_refusal w join club_person cp on cp.id = w.club_person_id
      where cp.user_id = ${userId} order by w.since`),
    questions_to_clubs: await rows(sql`select g.name as gallery, asked.asked_at, count(*)::int as faces
      from asked_face asked join face f on f.id = asked.face_id join stored_gallery g on g.id = f.gallery_id
      where asked.asked_by = ${userId} group by g.id, asked.asked_at order by asked.asked_at`),
    answers_about_photos:
      await rows(sql`select trim(cp.first_name || ' ' || cp.last_name) as person, q.answer, q.answered_at
      from (select club_person_id, answer, answered_by, answered_at from link_question
        union select club_person_id, answer, answered_by, answered_at from link_question_before) q
        join club_person cp on cp.id = q.club_person_id
      where q.answered_by = ${userId} order by q.answered_at`),
    photos_seen: await rows(sql`select trim(cp.first_name || ' ' || cp.last_name) as person, s.seen_until
      from found_photos_seen s join club_person cp on cp.id = s.club_person_id where s.user_id = ${userId} order by 1`),
    sessions:
      await rows(sql`select browser, system, created_at, last_used_at, authenticated_at, expires_at, revoked_at
      from session where user_id = ${userId} order by created_at`),
    passkeys: await rows(sql`select name, rp_id as address, created_at, last_used_at
      from passkey where user_id = ${userId} order by created_at`),
    keys_for_programs:
      await rows(sql`select k.name, k.scope, g.name as gallery, k.last_day::text as last_day, k.created_at, k.last_used_at
      from api_key k left join stored_gallery g on g.id = k.gallery_id where k.user_id = ${userId} order by k.created_at`),
    delivered_files:
      await rows(sql`select k.name as key, g.name as gallery, f.name, f.state, f.bytes, f.sent_at
      from delivered_file f join stored_gallery g on g.id = f.gallery_id left join api_key k on k.id = f.api_key_id
      where f.user_id = ${userId} order by f.sent_at, f.id`),
    connected_accounts: await rows(sql`select issuer, subject, created_at, last_used_at,
        (select json_agg(c.name) from club c where c.id = any(claimed_club_ids)) as clubs_joined_by_it
      from external_identity where user_id = ${userId} order by created_at`),
    two_factor_authentication: await rows(sql`select confirmed_at as since from second_factor
      where user_id = ${userId} and confirmed_at is not null`),
    removal_of_second_factor: await rows(sql`select r.asked_at, u.username as asked_by, r.stopped_at
      from factor_removal r join app_user u on u.id = r.asked_by where r.user_id = ${userId}`),
    activity: await rows(sql`select action, target_kind, target_name, created_at
      from audit_entry where actor_id = ${userId} order by created_at`),
  };
}
