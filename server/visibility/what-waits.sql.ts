import { type RawBuilder, sql } from 'kysely';

type Waiting = RawBuilder<{ place: string; id: string }>;

/**
 * What waits for somebody's answer: rows `(place, id)`, the club or gallery, and what is asked about. By it notifications settle
 * (features/accounts/notifications/is-still-open.sql.ts), and the dashboard counts.
 */
export const waitingAtClub = {
  membership_requested: sql`(
    select club_id as place, user_id as id from club_membership where status = 'pending')` as Waiting,
  guardianship_requested: sql`(select club_id as place, id from guardian_claim)` as Waiting,
  erasure_asked: sql`(
    select of_club.club_id as place, of_club.id
    from erasure_request asked join club_person of_club on of_club.id = asked.club_person_id)` as Waiting,
};

export const waitingInGallery = {
  /** By what was asked at once; the photos are counted. */
  takedown_asked: sql`(
    select gallery_id as place, coalesce(batch_id, id) as id from takedown
    where decided is null and photo_id is not null)` as Waiting,
  guest_photos_waiting: sql`(select gallery_id as place, id from guest_photo)` as Waiting,
};
