import { type RawBuilder, sql } from 'kysely';
import { lifetimes, serverLifetimes } from '#server/contract/lifetimes.ts';
import type { SettleableKind } from '#server/contract/notification-kinds.ts';
import { isGuarded } from '#server/visibility/current-consent.sql.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isLinkInForce, isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';
import { isAskedAboutPhotos, isAskedToBeGuardian } from '#server/visibility/open-questions.sql.ts';
import { hasFailedAnalyses } from '#server/visibility/photo-analyses.sql.ts';
import { askedPhotos, questionsToClub, unansweredRefusals } from '#server/visibility/waiting-photos.sql.ts';
import { waitingAtClub, waitingInGallery } from '#server/visibility/what-waits.sql.ts';
import { declinedByEditors, isUnheardRefusal } from '#server/visibility/who-is-who.sql.ts';

/** The club or gallery that the notification leads to. */
const place = sql`substring(n.href from '^/[a-z]+/([0-9a-f-]{36})')::uuid`;
const given = (param: string) => sql`(n.params ->> ${sql.lit(param)})`;
/** The row is the one that the notification is about; those of earlier releases do not name it, and are about any. */
const isNamed = (column: string, param: string) =>
  sql`(${given(param)} is null or ${sql.ref(column)} = ${given(param)}::uuid)`;
const isWaiting = (rows: RawBuilder<unknown>, param: string) =>
  sql`select 1 from ${rows} w where w.place = ${place} and ${isNamed('w.id', param)}`;

/**
 * Whether the matter of a notification, alias `n`, still waits or goes on: the one that it names, or else one of its kind
 * where it leads to.
 * @param kinds of which the notification is one: the matters of others are not planned with the statement
 */
export function isStillOpen(kinds: readonly SettleableKind[], today: string, now: Date): RawBuilder<boolean> {
  const reader = sql.ref('n.user_id');
  const open: Record<SettleableKind, RawBuilder<unknown>> = {
    membership_requested: isWaiting(waitingAtClub.membership_requested, 'user_id'),
    consent_requested: sql`select 1 from ${declinedByEditors(sql`${given('club_person_id')}::uuid`, today)} declined
      where ${given('context')} = 'declined' and declined.gallery_id = ${given('gallery_id')}::uuid
      union all select 1 from club_person cp
      join club_membership m on m.club_id = cp.club_id and m.user_id = n.user_id and m.status = 'approved'
      where cp.id in (select own.id from club_person own where own.user_id = n.user_id
          union select care.club_person_id from guardianship care where care.user_id = n.user_id)
        and ${given('context')} is distinct from 'declined' and ${isNamed('cp.club_id', 'club_id')}
        and case when ${given('context')} = 'photos' then ${isAskedAboutPhotos(reader, today, 'cp')}
          else ${isAskedToBeGuardian(reader, today, 'cp')} end`,
    guardianship_requested: isWaiting(waitingAtClub.guardianship_requested, 'claim_id'),
    guardian_missing: sql`select 1 from club_person cp
      where cp.club_id = ${place} and ${isMinor(today, columnsOf('cp'))}
        and exists (select 1 from guardianship g where g.club_person_id = cp.id and g.decided_at is not null)
        and not exists (select 1 from guardianship g where g.club_person_id = cp.id and g.state = 'confirmed')`,
    guardian_joined: sql`select 1 from guardianship g
      where g.club_person_id = ${given('club_person_id')}::uuid and g.by_invitation and g.state = 'confirmed'
        and g.decided_at > ${new Date(now.getTime() - lifetimes.invitedGuardianTakenBackMs)}::timestamptz`,
    erasure_asked: isWaiting(waitingAtClub.erasure_asked, 'club_person_id'),
    takedown_asked: isWaiting(waitingInGallery.takedown_asked, 'takedown_id'),
    photos_waiting: sql`select 1 from ${unansweredRefusals} unanswered join photo on photo.id = unanswered.photo_id
      where unanswered.gallery_id = ${place} and not photo.is_kept_inside
      union all select 1 from photo where photo.gallery_id = ${place} and photo.awaits_answer and not photo.is_kept_inside`,
    people_asked: sql`select 1 from ${askedPhotos} asked join photo on photo.id = asked.photo_id
      where asked.gallery_id = ${place} and not photo.is_kept_inside`,
    people_answered: sql`select 1 from ${questionsToClub} question
      where question.gallery_id = ${place} and question.asked_by = ${reader} and question.is_answered`,
    refused_outside: sql`select 1 from club_person cp
      where cp.id = ${given('club_person_id')}::uuid
        and case when ${given('context')} in ('likely', 'likely_named') then
          ${isClubOfGallery(sql.ref('cp.club_id'), place)} and ${isShownOutside(place, now)} and ${isGuarded(sql.ref('cp.id'), today)}
          else ${isUnheardRefusal('cp', place, today, now)} end`,
    guest_photos_waiting: sql`select 1 from ${waitingInGallery.guest_photos_waiting} w where w.place = ${place}`,
    gallery_ending: sql`select 1 from gallery
      where gallery.id = ${place} and gallery.kept_until is not null and gallery.expiry_notice is not null`,
    // Those of earlier releases do not name the gallery, and stay as they are.
    jobs_failed: sql`select 1
      where ${given('gallery_id')} is null or ${hasFailedAnalyses(sql`${given('gallery_id')}::uuid`)}`,
    // Until a later backup was restored: as every nightly one is.
    backup_failed: sql`select 1 where not exists (
      select 1 from backup_run b where b.started_at > n.created_at and b.proven_at is not null)`,
    past_events_asked: sql`select 1 where not exists (select from instance_setting where allow_past_events)`,
    club_asked: sql`select 1 from asked_club a
      where a.club_id = ${place} and coalesce(a.event_id, a.gallery_id) = (${given('asked_id')})::uuid
        and a.asked_at > ${new Date(now.getTime() - serverLifetimes.clubAskedMs)}::timestamptz`,
    club_without_admin: sql`select 1 from club c where c.id = ${place} and not exists (
      select 1 from role_assignment r join app_user u on u.id = r.user_id and u.is_active
      where r.club_id = c.id and r.role_name = 'club_admin')`,
    storage_filling: sql`select 1 from club c
      where c.id = ${place} and c.quota_notice >= (${given('percent')})::smallint`,
    // With another end it is announced anew.
    link_expiring: sql`select 1 from share_link l
      where l.gallery_id = ${place} and l.is_active and l.expiry_notice is not null and l.expires_at > ${now}::timestamptz
        and ${isNamed('l.id', 'link_id')}
        and (${given('expires_at')} is null or l.expires_at = ${given('expires_at')}::timestamptz)`,
    gallery_asked: sql`select 1 from asked_gallery a join share_link l on l.id = a.share_link_id
      where a.gallery_id = ${place} and ${isNamed('l.id', 'link_id')} and ${isLinkInForce('l', sql`${now}::timestamptz`)}`,
    left_people_ending: sql`select 1 from club_person_departure d join club_person cp on cp.id = d.club_person_id
      where cp.club_id = ${place} and d.expiry_notice is not null`,
    own_data_ending: sql`select 1 from club_person_departure d join club_person cp on cp.id = d.club_person_id
      where d.expiry_notice is not null and ${isNamed('cp.id', 'club_person_id')}
        and (cp.user_id = ${reader}
          or exists (select 1 from guardianship g where g.club_person_id = cp.id and g.user_id = ${reader}))`,
    factor_removal_asked: sql`select 1 from factor_removal r
      where r.stopped_at is null and ${isNamed('r.id', 'removal_id')}`,
    getting_started_clubs: sql`select 1 where not exists (
      select 1 from club_membership m where m.user_id = ${reader} and m.status = 'approved')`,
    getting_started_first_club: sql`select 1 where not exists (select 1 from club)`,
    getting_started_photographer: sql`select 1 where not exists (
      select 1 from role_assignment given where given.role_name = 'photographer')`,
  };
  const whens = kinds.map((kind) => sql`when ${sql.lit(kind)} then exists (${open[kind]})`);
  return sql<boolean>`case n.kind ${sql.join(whens, sql` `)} end`;
}
