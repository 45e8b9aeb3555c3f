import { sql } from 'kysely';
import type { NewerRows } from './newer-rows.ts';
import type { Repeated } from './repeat-rights.ts';

const account = 'app_user';

/** What people said no to since the restored backup, and who they are in photos. */
export async function repeatRefusals(newer: NewerRows): Promise<Repeated[]> {
  const removed = await newer.deleteGone('consent', ['id'], sql`r.answer = 'yes'`);
  // Of whom the club said that they were never the guardian.
  const unsaid = await newer.deleteGone(
    'consent',
    ['id'],
    sql`r.said_as = 'guardian' and exists (select from newer_guardianship g
      where g.by_invitation and g.state = 'ended' and g.user_id = r.said_by and g.club_person_id = r.club_person_id)`,
  );
  const ended = await newer.run(sql`update consent r set valid_until = n.valid_until from newer_consent n
    where n.id = r.id and n.answer = 'yes' and n.valid_until < coalesce(r.valid_until, 'infinity')`);
  const refused = await repeatAnswers(newer);
  await newer.insert('removed_paper', {
    required: { club_person_id: 'club_person' },
    optional: { said_by: account, removed_by: account, consent_text_id: 'consent_text' },
  });
  await newer.insert('erasure_request', {
    required: { club_person_id: 'club_person' },
    optional: { asked_by: account },
  });
  return [
    ['refusals', removed + unsaid + ended + refused],
    ['names no longer shown', await repeatNames(newer)],
    ['photos of people who refused left out', await repeatWhoIsWho(newer)],
  ];
}

/**
 * Answers of everybody whose last one is not yes. Those of people who have no say in the restored club, because they became guardian or
 * member later, count as on paper: the club takes them back.
 */
async function repeatAnswers(newer: NewerRows): Promise<number> {
  const isLastNo = sql`exists (
    select from (
      select distinct on (said.said_as, case when said.said_as <> 'paper' then said.said_by end) said.answer, said.said_as, said.said_by
      from newer_consent said where said.club_person_id = n.club_person_id and said.purpose = n.purpose
      order by said.said_as, case when said.said_as <> 'paper' then said.said_by end, said.said_at desc, said.id desc) last
    where last.answer <> 'yes' and last.said_as = n.said_as
      and (n.said_as = 'paper' or last.said_by is not distinct from n.said_by))`;
  const hasSay = sql`(n.said_as = 'paper' or n.said_by is null
    or n.said_as = 'self' and exists (select from club_person p where p.id = n.club_person_id and p.user_id = n.said_by)
    or n.said_as = 'guardian' and exists (select from guardianship g
      where g.club_person_id = n.club_person_id and g.user_id = n.said_by and g.state <> 'asked'))`;
  const isNew = sql`not exists (select from consent known where known.id = n.id)`;
  return newer.insert('consent', {
    required: { club_person_id: 'club_person' },
    optional: { said_by: account, consent_text_id: 'consent_text' },
    where: sql`${isNew} and ${isLastNo} and (n.answer <> 'yes' or ${hasSay})`,
    values: { said_as: sql`case when ${hasSay} then n.said_as else 'paper' end` },
  });
}

async function repeatNames(newer: NewerRows): Promise<number> {
  await newer.run(sql`update club c set list_kept_since = coalesce(c.list_kept_since, n.list_kept_since),
      typed_names_readable_until = least(c.typed_names_readable_until, n.typed_names_readable_until)
    from newer_club n where n.id = c.id`);
  const said = await newer.deleteGone('name_of_nobody', ['person_id', 'club_id']);
  return (
    said +
    (await newer.run(sql`update person p set name = case when n.name = '' then '' else p.name end, is_hidden = p.is_hidden or n.is_hidden
      from newer_person n where n.id = p.id and (n.name = '' and p.name <> '' or n.is_hidden and not p.is_hidden)`))
  );
}

/**
 * Who refused is found in the photos as it was said since then. Where groups of faces or lists have changed too much for that, the
 * photos are left out by hand.
 */
async function repeatWhoIsWho(newer: NewerRows): Promise<number> {
  const both = { person_id: 'person', club_person_id: 'club_person' };
  const isRefuser = sql`exists (
    select from newer_consent no where no.club_person_id = n.club_person_id and no.answer <> 'yes')`;
  await newer.insert('club_person_link', { required: { ...both, club_id: 'club' }, where: isRefuser });
  await newer.run(sql`update link_question q set answer = n.answer, answered_at = n.answered_at
    from newer_link_question n where n.person_id = q.person_id and n.club_person_id = q.club_person_id
      and n.answer <> q.answer and n.answer <> 'no'`);
  await newer.insert('link_question', { required: both, optional: { answered_by: account } });
  for (const table of ['likely_refusal', 'asked_face'] as const)
    await newer.insert(table, {
      required: {
        face_id: 'face',
        ...(table === 'likely_refusal' && { club_person_id: 'club_person' }),
      },
      ...(table === 'asked_face' && { optional: { asked_by: account } }),
    });
  if (!newer.has('club_person_link', 'link_question', 'assignment', 'face', 'consent')) return 0;
  return newer.run(sql`
    with known as (
      select person_id, club_person_id from newer_club_person_link
      union select person_id, club_person_id from newer_link_question where answer = 'yes'),
    refused as (
      select distinct face.photo_id, known.club_person_id from known
        join newer_assignment a on a.person_id = known.person_id join newer_face face on face.id = a.face_id
      where exists (select from (
        select distinct on (said_as, case when said_as <> 'paper' then said_by end) answer from newer_consent c
        where c.club_person_id = known.club_person_id and c.purpose = 'outside'
        order by said_as, case when said_as <> 'paper' then said_by end, said_at desc, id desc) last where last.answer <> 'yes'))
    update photo set is_kept_inside = true, is_shown_by_hand = false
    from refused where refused.photo_id = photo.id and not photo.is_kept_inside and not exists (
      select from face join assignment a on a.face_id = face.id join club_person_link l on l.person_id = a.person_id
      where face.photo_id = photo.id and l.club_person_id = refused.club_person_id)`);
}
