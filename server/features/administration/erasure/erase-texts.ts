import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { ErasureCounts } from '#server/features/people/club-people/erasures.repository.ts';
import { eraseFileNames } from './erase-file-names.ts';
import type { ErasedPerson } from './erase-person-rows.ts';

/** What somebody typed, here or elsewhere: tables with their columns. */
const freeTexts = [
  ['takedown', 'reason', 'contact', 'answer'],
  ['share_link', 'name'],
  ['guest_photo', 'guest_name'],
  ['resumable_upload', 'guest_name'],
  ['photo_words', 'caption', 'headline', 'label'],
] as const;
/** What files said, as JSON. */
const wordsOfFiles = ['keywords', 'people', 'regions'] as const;

/**
 * Deletes claims, invitations, notifications and mails that hold the name, and invitations for a guardian, and cuts it out of
 * requests to take photos down, names of share links, names of files, what files say and the activity log. Notifications about a guardianship are deleted by whom they are about,
 * also where others have the same name.
 */
export async function eraseTexts(
  trx: Transaction<DB>,
  person: ErasedPerson,
  pictureKey: Buffer | undefined,
): Promise<ErasureCounts> {
  const { club_id, uniqueName: name } = person;
  const change = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(trx)).numAffectedRows ?? 0n);
  const eraseNotifications = (which: RawBuilder<unknown>) =>
    change(sql`delete from notification where ${which}`);
  const invited = await deleteInvitations(trx, person);
  const ofInvitations = sql`params ->> 'invitation_id' = any(${invited}::text[])`;
  if (name === null)
    return {
      claims: 0,
      invitations: invited.length,
      notifications: await eraseNotifications(isAbout(person)),
      mails: await change(sql`delete from mail_outbox where ${ofInvitations}`),
    };
  const holdsName = (text: RawBuilder<unknown>) => sql`position(${name} in lower(${text})) > 0`;
  const counts = {
    claims: await change(
      sql`delete from guardian_claim where club_id = ${club_id}::uuid and lower(trim(name)) = ${name}`,
    ),
    invitations: invited.length,
    notifications: await eraseNotifications(sql`${isAbout(person)} or ${holdsName(sql`params::text`)}`),
    mails: await change(sql`
      delete from mail_outbox where ${holdsName(sql`params::text`)} or ${ofInvitations}`),
  };
  for (const [table, ...columns] of freeTexts)
    for (const column of columns.map((each) => sql.ref(each)))
      await sql`update ${sql.table(table)} set ${column} = trim(${without(column, name)})
        where ${holdsName(column)}`.execute(trx);
  for (const column of wordsOfFiles.map((each) => sql.ref(each)))
    await sql`update photo_words set ${column} = ${without(sql`${column}::text`, name)}::jsonb
      where ${holdsName(sql`${column}::text`)}`.execute(trx);
  await eraseFileNames(trx, name, pictureKey);
  const params = sql`params::text`;
  await sql`
    update audit_entry set target_name = ${without(sql`target_name`, name)}, params = ${without(params, name)}::jsonb
    where ${holdsName(sql`target_name || ' ' || ${params}`)}`.execute(trx);
  return counts;
}

/** Those for the person's guardian, and those that name nobody else. @returns their ids */
async function deleteInvitations(
  trx: Transaction<DB>,
  { id, club_id, uniqueName }: ErasedPerson,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from invitation where guardian_of = ${id}::uuid or (club_id = ${club_id}::uuid
      and lower(trim(first_name || ' ' || last_name)) = ${uniqueName}) returning id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Notifications as features/people/guardians/guardianship-notices.ts makes them; a refused claim has the name alone. */
const isAbout = ({ id, club_id, name }: ErasedPerson) => sql`(params ->> 'club_person_id' = ${id}
  or (params ->> 'club_id' = ${club_id} and lower(trim(params ->> 'child')) = ${name}))`;

/** The text without the name, in upper or lower case. A name holds no quotation mark where it stands in JSON. */
const without = (text: RawBuilder<unknown>, name: string) =>
  sql`regexp_replace(${text}, ${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}, '', 'gi')`;
