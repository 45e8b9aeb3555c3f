import { type RawBuilder, sql } from 'kysely';
import type { notificationKinds } from '#server/contract/schemas/notifications.ts';
import { isAskedAboutPhotos, isAskedToBeGuardian } from '#server/features/consent/open-questions.sql.ts';
import { columnsOf, isMinor } from '#server/features/guardians/is-minor.sql.ts';

/** The kinds that ask their readers for something which others may settle; an index holds those that are not settled. */
export const askingKinds = [
  'membership_requested',
  'consent_requested',
  'guardianship_requested',
  'guardian_missing',
  'erasure_asked',
  'takedown_asked',
  'guest_photos_waiting',
  'gallery_ending',
] as const satisfies (typeof notificationKinds)[number][];
export type AskingKind = (typeof askingKinds)[number];

/** The club or gallery that the notification leads to. */
const place = sql`substring(n.href from '^/[a-z]+/([0-9a-f-]{36})')::uuid`;
const given = (param: string) => sql`(n.params ->> ${sql.lit(param)})`;
/** The row is the one that the notification is about; those of earlier releases do not name it, and are about any. */
const isNamed = (column: string, param: string) =>
  sql`(${given(param)} is null or ${sql.ref(column)} = ${given(param)}::uuid)`;

/** Whether the matter of a notification, alias `n`, still waits: the one that it names, or else one of its kind where it leads to. */
export function isStillAsked(today: string): RawBuilder<boolean> {
  const reader = sql.ref('n.user_id');
  const waiting: Record<AskingKind, RawBuilder<unknown>> = {
    membership_requested: sql`select 1 from club_membership m
      where m.club_id = ${place} and m.status = 'pending' and ${isNamed('m.user_id', 'user_id')}`,
    consent_requested: sql`select 1 from club_person cp
      join club_membership m on m.club_id = cp.club_id and m.user_id = n.user_id and m.status = 'approved'
      where cp.id in (select own.id from club_person own where own.user_id = n.user_id
          union select care.club_person_id from guardianship care where care.user_id = n.user_id)
        and ${isNamed('cp.club_id', 'club_id')}
        and case when ${given('context')} = 'photos' then ${isAskedAboutPhotos(reader, today, 'cp')}
          else ${isAskedToBeGuardian(reader, today, 'cp')} end`,
    guardianship_requested: sql`select 1 from guardian_claim c
      where c.club_id = ${place} and ${isNamed('c.id', 'claim_id')}`,
    guardian_missing: sql`select 1 from club_person cp
      where cp.club_id = ${place} and ${isMinor(today, columnsOf('cp'))}
        and exists (select 1 from guardianship g where g.club_person_id = cp.id and g.decided_at is not null)
        and not exists (select 1 from guardianship g where g.club_person_id = cp.id and g.state = 'confirmed')`,
    erasure_asked: sql`select 1 from erasure_request r join club_person cp on cp.id = r.club_person_id
      where cp.club_id = ${place} and ${isNamed('cp.id', 'club_person_id')}`,
    takedown_asked: sql`select 1 from takedown t
      where t.gallery_id = ${place} and t.decided is null and t.photo_id is not null
        and ${isNamed('t.id', 'takedown_id')}`,
    guest_photos_waiting: sql`select 1 from guest_photo p where p.gallery_id = ${place}`,
    gallery_ending: sql`select 1 from gallery
      where gallery.id = ${place} and gallery.kept_until is not null and gallery.expiry_notice is not null`,
  };
  const whens = askingKinds.map((kind) => sql`when ${sql.lit(kind)} then exists (${waiting[kind]})`);
  return sql<boolean>`case n.kind ${sql.join(whens, sql` `)} end`;
}
