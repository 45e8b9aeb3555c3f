import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Erasure } from '#server/features/administration/erasure/replay-erasures.ts';
import type { OpenBackup } from '../backup-folder.ts';
import { NewerRows } from './newer-rows.ts';
import { repeatErasedNames } from './repeat-erased-names.ts';
import { repeatHidden } from './repeat-hidden.ts';
import { repeatLinks } from './repeat-links.ts';
import { repeatRefusals } from './repeat-refusals.ts';
import { type Repeated, repeatRights } from './repeat-rights.ts';

/** What protects people, as the newest backup has it: in the order in which these tables are read. */
export const protectingTables = [
  ...[
    'erasure',
    'erased_name',
    'app_user',
    'club',
    'club_membership',
    'role_assignment',
    'ended_belonging',
    'ended_in_gallery',
  ],
  ...['event', 'event_club', 'stored_gallery', 'gallery_club', 'gallery_user', 'club_person', 'guardianship'],
  ...['calendar_feed', 'passkey', 'external_identity', 'one_time_token', 'second_factor', 'recovery_code'],
  ...['factor_removal', 'invitation', 'invitation_acceptance', 'invitation_replaced_token', 'consent'],
  ...['removed_paper', 'erasure_request', 'name_of_nobody', 'person', 'club_person_link', 'link_question'],
  ...['likely_refusal', 'asked_face', 'assignment', 'face', 'photo', 'takedown', 'blocked_picture'],
  ...['removed_refuser', 'share_link', 'share_link_person', 'share_link_photo', 'instance_setting'],
];
/** With `--as-it-was`. */
export const erasureTables = ['erasure', 'erased_name'];

export interface RepeatedDecisions {
  done: Repeated[];
  erasures: Erasure[];
  /** Whether it was unknown which pictures were hidden before they were deleted. */
  isKeyMissing: boolean;
  /** What was deleted since the restored backup, and is there again. */
  back: { photos: number; clubs: number };
}

/**
 * What protects people must not go back in time: repeats in the restored rows what was decided until the newest backup. Erasures are
 * read, to be repeated last (replay-erasures.ts).
 */
export async function repeatDecisions(
  trx: Transaction<DB>,
  newest: OpenBackup,
  { asItWas, ...how }: { asItWas: boolean; pictureKey: Buffer | undefined; now: Date },
): Promise<RepeatedDecisions> {
  const newer = await NewerRows.load(trx, newest, asItWas ? erasureTables : protectingTables);
  const erasures = newer.has('erasure')
    ? (await sql<Erasure>`select * from newer_erasure`.execute(trx)).rows
    : [];
  await repeatErasedNames(newer, how.pictureKey);
  if (asItWas) {
    await newer.drop();
    return { done: [], erasures, isKeyMissing: false, back: { photos: 0, clubs: 0 } };
  }
  const done = await repeatRights(newer);
  done.push(...(await repeatRefusals(newer)));
  const hidden = await repeatHidden(newer, how);
  done.push(...hidden.done, ...(await repeatLinks(newer)));
  const back = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} r where ${newer.isGone(table, ['id'])})`;
  const { rows } = await sql<RepeatedDecisions['back']>`
    select ${back('photo')} as photos, ${back('club')} as clubs`.execute(trx);
  await newer.drop();
  return {
    done: done.filter(([, count]) => count > 0),
    erasures,
    isKeyMissing: hidden.isKeyMissing,
    back: rows[0]!,
  };
}
