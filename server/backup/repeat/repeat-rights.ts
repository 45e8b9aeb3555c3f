import { sql } from 'kysely';
import type { NewerRows } from './newer-rows.ts';

/** What was repeated, in words, and how often. */
export type Repeated = [what: string, count: number];

const account = 'app_user';

/** Accounts, roles, memberships, keys and invitations that ended since the restored backup end again. */
export async function repeatRights(newer: NewerRows): Promise<Repeated[]> {
  return [
    ['accounts deleted', await newer.deleteGone('app_user', ['id'])],
    ['accounts deactivated', await repeatAccounts(newer)],
    ['members removed', await newer.deleteGone('club_membership', ['club_id', 'user_id'])],
    ['roles taken', await newer.deleteGone('role_assignment', ['user_id', 'role_name', 'club_id'])],
    ['galleries and events whose rights ended', await repeatEnds(newer)],
    ['guardians ended', await repeatGuardians(newer)],
    ['keys and passwords replaced or removed', await repeatKeys(newer)],
    ['invitations used or withdrawn', await repeatInvitations(newer)],
  ];
}

async function repeatAccounts(newer: NewerRows): Promise<number> {
  // Mails that reset a password must not go to a mailbox that was given up.
  await newer.run(sql`update app_user u set email = n.email, email_key = n.email_key, email_verified_at = n.email_verified_at,
      pending_email = null
    from newer_app_user n where n.id = u.id and n.email_key <> u.email_key
      and not exists (select from app_user other where other.email_key = n.email_key)`);
  return newer.run(sql`update app_user u set is_active = false from newer_app_user n
    where n.id = u.id and u.is_active and not n.is_active`);
}

async function repeatEnds(newer: NewerRows): Promise<number> {
  const isAdmittedAgain = sql`belongs_to(n.user_id, n.club_id)`;
  const required = { club_id: 'club', user_id: account };
  let changed = await newer.insert('ended_belonging', { required, where: sql`not ${isAdmittedAgain}` });
  changed += await newer.insert('ended_in_gallery', {
    required: { gallery_id: 'stored_gallery', user_id: account },
  });
  changed += await newer.deleteGone('gallery_user', ['gallery_id', 'user_id']);
  for (const [table, columns] of [
    ['stored_gallery', ['created_by', 'photographer_id']],
    ['event', ['created_by']],
  ] as const)
    for (const column of columns.map((name) => sql.ref(name)))
      changed += await newer.run(sql`update ${sql.table(table)} r
        set ${column} = (select id from app_user where id = n.${column})
        from ${sql.table(`newer_${table}`)} n where n.id = r.id and n.${column} is distinct from r.${column}`);
  return changed + (await repeatClubsOf(newer));
}

/** Galleries and events that clubs were taken out of. */
async function repeatClubsOf(newer: NewerRows): Promise<number> {
  let changed = 0;
  for (const [noun, table] of [
    ['gallery', 'stored_gallery'],
    ['event', 'event'],
  ] as const)
    changed += await newer.deleteGone(
      `${noun}_club`,
      [`${noun}_id`, 'club_id'],
      sql`exists (select from ${sql.table(`newer_${table}`)} n where n.id = ${sql.ref(`r.${noun}_id`)})`,
    );
  return changed;
}

async function repeatGuardians(newer: NewerRows): Promise<number> {
  const gone = await newer.deleteGone('guardianship', ['id']);
  await newer.run(sql`update club_person p set user_id = null from newer_club_person n
    where n.id = p.id and p.user_id is not null and n.user_id is distinct from p.user_id`);
  return (
    gone +
    (await newer.run(sql`update guardianship g set state = n.state, ended_at = n.ended_at
      from newer_guardianship n where n.id = g.id and n.state = 'ended' and g.state <> 'ended'`))
  );
}

async function repeatKeys(newer: NewerRows): Promise<number> {
  const id = ['id'];
  let changed = await newer.run(sql`update app_user u
    set password_hash = n.password_hash, must_change_password = u.must_change_password or n.must_change_password
    from newer_app_user n where n.id = u.id and n.password_hash is distinct from u.password_hash`);
  changed += await newer.deleteGone('calendar_feed', ['token_hash']);
  changed += await newer.deleteGone('passkey', id);
  changed += await newer.deleteGone('external_identity', id);
  changed += await newer.deleteGone('one_time_token', ['token_hash']);
  changed += await newer.run(sql`update one_time_token t
    set used_at = coalesce(t.used_at, n.used_at), revoked_at = coalesce(t.revoked_at, n.revoked_at)
    from newer_one_time_token n where n.token_hash = t.token_hash
      and (t.used_at is null and n.used_at is not null or t.revoked_at is null and n.revoked_at is not null)`);
  await repeatSecondFactors(newer);
  return changed;
}

/** Codes as the app of their owner makes them now, and what was used up of them. */
async function repeatSecondFactors(newer: NewerRows): Promise<void> {
  if (!newer.has('second_factor', 'recovery_code', 'factor_removal', 'passkey')) return;
  await newer.run(
    sql`update passkey p set counter = greatest(p.counter, n.counter) from newer_passkey n where n.id = p.id`,
  );
  await newer.run(sql`delete from factor_removal`);
  await newer.insert('factor_removal', { required: { user_id: account, asked_by: account } });
  await newer.run(sql`delete from second_factor`);
  await newer.insert('second_factor', { required: { user_id: account } });
  await newer.insert('recovery_code', { required: { user_id: account } });
}

async function repeatInvitations(newer: NewerRows): Promise<number> {
  if (!newer.has('invitation', 'invitation_acceptance', 'invitation_replaced_token')) return 0;
  await newer.insert('invitation_acceptance', {
    required: { invitation_id: 'invitation', user_id: account },
  });
  await newer.run(sql`update invitation i
    set token_hash = n.token_hash, mailed_token_hash = n.mailed_token_hash, token_version = n.token_version
    from newer_invitation n where n.id = i.id and n.token_version > i.token_version`);
  await newer.insert('invitation_replaced_token', { required: { invitation_id: 'invitation' } });
  // Used by accounts that are not there: these uses are taken off, and without one left it is withdrawn.
  const uses = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} a where a.invitation_id = i.id)`;
  const lost = sql`greatest(${uses('newer_invitation_acceptance')} - ${uses('invitation_acceptance')}, 0)`;
  const isUsedUp = sql`i.max_uses is not null and ${lost} > 0
    and ${uses('invitation_acceptance')} + ${lost} >= i.max_uses`;
  return newer.run(sql`
    with ended as (
      select i.id, n.id is null or ${isUsedUp} as is_over, ${lost} as lost, n.revoked_at, n.expires_at
      from invitation i left join newer_invitation n on n.id = i.id where i.revoked_at is null)
    update invitation i set revoked_at = coalesce(ended.revoked_at, case when ended.is_over then now() end),
      expires_at = least(i.expires_at, ended.expires_at),
      max_uses = case when ended.is_over then i.max_uses else i.max_uses - ended.lost end
    from ended where ended.id = i.id and (ended.is_over or ended.lost > 0 and i.max_uses is not null
      or ended.revoked_at is not null or ended.expires_at < i.expires_at)`);
}
