import { sql } from 'kysely';
import { applyBlocks } from '#server/features/galleries/photos/hold-blocked-pictures.ts';
import type { NewerRows } from './newer-rows.ts';
import type { Repeated } from './repeat-rights.ts';

/** Photos that were hidden or left out since the restored backup, also those that were deleted meanwhile. */
export async function repeatHidden(
  newer: NewerRows,
  { pictureKey, now }: { pictureKey: Buffer | undefined; now: Date },
): Promise<{ done: Repeated[]; isKeyMissing: boolean }> {
  const answered =
    await newer.run(sql`update takedown t set decided = n.decided, decided_at = n.decided_at, answer = n.answer,
      decided_by = (select id from app_user where id = n.decided_by)
    from newer_takedown n where n.id = t.id and n.decided is distinct from t.decided and n.decided is distinct from 'declined'`);
  const asked = await newer.insert('takedown', {
    required: { gallery_id: 'stored_gallery', photo_id: 'photo' },
    optional: { face_id: 'face', asked_by: 'app_user', share_link_id: 'share_link', decided_by: 'app_user' },
    where: sql`n.decided is distinct from 'declined'`,
  });
  const leftOut =
    await newer.run(sql`update photo p set is_kept_inside = p.is_kept_inside or n.is_kept_inside,
      is_shown_by_hand = p.is_shown_by_hand and n.is_shown_by_hand and not n.is_kept_inside,
      awaits_comparison = p.awaits_comparison or n.awaits_comparison, awaits_answer = p.awaits_answer or n.awaits_answer
    from newer_photo n where n.id = p.id and (
      n.is_kept_inside and not p.is_kept_inside or n.awaits_comparison and not p.awaits_comparison
      or n.awaits_answer and not p.awaits_answer or p.is_shown_by_hand and not n.is_shown_by_hand)`);
  await newer.insert('blocked_picture', {
    where: sql`exists (select from club where club.id = n.club_id) or exists (select from event where event.id = n.event_id)`,
  });
  await newer.insert('removed_refuser', {
    required: { gallery_id: 'stored_gallery' },
    where: sql`n.club_person_id is null or exists (select from club_person p where p.id = n.club_person_id)`,
  });
  const back = await repeatForDeleted(newer, pictureKey, now);
  return {
    done: [['photos hidden or left out', answered + asked + leftOut + back.photos]],
    isKeyMissing: back.isKeyMissing,
  };
}

/** Photos that were deleted since then are back: what was said against them holds. */
async function repeatForDeleted(
  newer: NewerRows,
  pictureKey: Buffer | undefined,
  now: Date,
): Promise<{ photos: number; isKeyMissing: boolean }> {
  const isBack = sql`not exists (select from newer_photo n where n.id = photo.id)`;
  const photos = await newer.run(sql`update photo set awaits_answer = true
    where ${isBack} and not awaits_answer and gallery_id in (select gallery_id from removed_refuser)`);
  if (!pictureKey) {
    // Nobody can say which of them were meant.
    const leftOut = await newer.run(sql`update photo set is_kept_inside = true, is_shown_by_hand = false
      where ${isBack} and not is_kept_inside and exists (select from blocked_picture)`);
    return { photos: photos + leftOut, isKeyMissing: leftOut > 0 };
  }
  const { rows } = await sql<{ id: string }>`select id from photo where ${isBack}`.execute(newer.trx);
  const ctx = {
    clock: { now: () => now, today: () => now.toISOString().slice(0, 10) },
    tokens: { pictureKey },
  };
  const { held } = await applyBlocks(
    ctx,
    newer.trx,
    rows.map(({ id }) => id),
  );
  return { photos: photos + held.length, isKeyMissing: false };
}
