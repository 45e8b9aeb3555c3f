import { sql } from 'kysely';
import type { NewerRows } from './newer-rows.ts';
import type { Repeated } from './repeat-rights.ts';

/** Links, galleries and settings show no more than they showed last. Links of galleries that were deleted since then are back, switched off. */
export async function repeatLinks(newer: NewerRows): Promise<Repeated[]> {
  return [
    ['share links deleted or switched off', await repeatEnds(newer)],
    ['share links that show less', await repeatScopes(newer)],
    ['galleries and settings that show less', await repeatVisibility(newer)],
  ];
}

async function repeatEnds(newer: NewerRows): Promise<number> {
  if (!newer.has('share_link', 'stored_gallery', 'club_person')) return 0;
  const deleted = await newer.deleteGone(
    'share_link',
    ['id'],
    sql`(exists (select from newer_stored_gallery n where n.id = r.gallery_id)
      or exists (select from newer_club_person n where n.id = r.club_person_id))`,
  );
  const off = await newer.run(sql`update share_link r set is_active = false, counts_as_checked = false
    where r.is_active and (${newer.isGone('share_link', ['id'])}
      or exists (select from newer_share_link n where n.id = r.id and not n.is_active))`);
  const sooner = await newer.run(sql`update share_link r set expires_at = n.expires_at from newer_share_link n
    where n.id = r.id and n.expires_at < coalesce(r.expires_at, 'infinity')`);
  return deleted + off + sooner;
}

async function repeatScopes(newer: NewerRows): Promise<number> {
  if (!newer.has('share_link', 'share_link_person', 'share_link_photo')) return 0;
  const limited = await newer.run(sql`update share_link r set token = n.token, common_token = n.common_token,
      password_hash = coalesce(n.password_hash, r.password_hash),
      allow_download = r.allow_download and n.allow_download, show_people = r.show_people and n.show_people,
      counts_as_checked = r.counts_as_checked and n.counts_as_checked
    from newer_share_link n where n.id = r.id and (
      n.token <> r.token or n.password_hash is not null and n.password_hash is distinct from r.password_hash
      or r.allow_download and not n.allow_download or r.show_people and not n.show_people
      or r.counts_as_checked and not n.counts_as_checked)`);
  // Another scope may need people or photos that are not there: its maker chooses again.
  const rescoped = await newer.run(sql`update share_link r set is_active = false from newer_share_link n
    where n.id = r.id and n.scope <> r.scope and r.is_active`);
  return (
    limited +
    rescoped +
    (await newer.deleteGone('share_link_person', ['share_link_id', 'person_id'])) +
    (await newer.deleteGone('share_link_photo', ['share_link_id', 'photo_id']))
  );
}

async function repeatVisibility(newer: NewerRows): Promise<number> {
  const rank = (column: string) =>
    sql`array_position(array['private', 'club_restricted', 'public'], ${sql.ref(column)})`;
  const narrower =
    await newer.run(sql`update gallery r set visibility = n.visibility from newer_stored_gallery n
    where n.id = r.id and ${rank('n.visibility')} < ${rank('r.visibility')}`);
  const back = newer.has('stored_gallery')
    ? await newer.run(sql`update gallery r set visibility = 'private'
        where r.visibility = 'public'
          and not exists (select from newer_stored_gallery n where n.id = r.id and n.deleted_at is null)`)
    : 0;
  const withoutCaptions = newer.has('stored_gallery')
    ? await newer.run(sql`update gallery r set shows_captions = false
        where r.shows_captions and not exists (
          select from newer_stored_gallery n where n.id = r.id and n.shows_captions and n.deleted_at is null)`)
    : 0;
  const clubs = await newer.run(sql`update club c
    set refused_outside = case when n.refused_outside = 'leave_out' then 'leave_out' else c.refused_outside end,
      allows_family_links = c.allows_family_links and n.allows_family_links, takes_claims = c.takes_claims and n.takes_claims
    from newer_club n where n.id = c.id and (n.refused_outside = 'leave_out' and c.refused_outside = 'blur'
      or c.allows_family_links and not n.allows_family_links or c.takes_claims and not n.takes_claims)`);
  const strictness = (column: string) =>
    sql`array_position(array['open', 'invitation', 'closed'], ${sql.ref(column)})`;
  await newer.run(sql`update instance_setting s
    set registration = case when ${strictness('n.registration')} > ${strictness('s.registration')} then n.registration else s.registration end,
      web_push = s.web_push and n.web_push,
      second_factor_required_at = coalesce(s.second_factor_required_at, n.second_factor_required_at)
    from newer_instance_setting n`);
  return narrower + back + withoutCaptions + clubs;
}
