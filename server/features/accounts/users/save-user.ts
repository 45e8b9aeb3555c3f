import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import type { LanguageCode } from '#server/contract/languages.ts';
import type { bioInput, updateUserInput } from '#server/contract/schemas/users.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import { insertNotifications, type NewNotification } from '#server/features/accounts/notifications/notify.ts';
import { newId } from '#server/ids.ts';
import { requireFreeLogin } from './require-free-login.ts';
import { accountKey, fullName } from './users.repository.ts';

const conflicts = {
  app_user_username_key_key: 'username_taken',
  app_user_email_key_key: 'email_taken',
} as const;

type NewUser = {
  username: string;
  email: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
  is_active?: boolean;
  must_change_password?: boolean;
  language?: LanguageCode | undefined;
  /** Null: it signs in with an OpenID provider alone. */
  password_hash: string | null;
};

/** In the order in which they are inserted: the page shows the newest first, so that the last one stands on top. */
const memberNotices: NewNotification[] = [
  { kind: 'getting_started_galleries', href: '/gallery' },
  { kind: 'getting_started_clubs', href: '/clubs' },
  { kind: 'welcome', href: '/profile' },
];
/** Of an account that joins a club as it is made. */
export const invitedNotices = memberNotices.filter(({ kind }) => kind !== 'getting_started_clubs');

/** Stores a new account and its getting-started notifications. Throws `username_taken` or `email_taken`. */
export async function insertUser(
  trx: Transaction<DB>,
  account: NewUser,
  notices: NewNotification[] = memberNotices,
): Promise<string> {
  const id = newId();
  await requireFreeLogin(trx, account, id);
  await translatingConflicts(conflicts, () =>
    trx
      .insertInto('app_user')
      .values({
        id,
        username: account.username,
        username_key: accountKey(account.username),
        email: account.email,
        email_key: accountKey(account.email),
        first_name: account.first_name ?? '',
        last_name: account.last_name ?? '',
        is_active: account.is_active ?? true,
        must_change_password: account.must_change_password ?? false,
        language: account.language ?? null,
        password_hash: account.password_hash,
      })
      .execute(),
  );
  await insertNotifications(trx, id, notices);
  return id;
}

/** Writes the fields that were sent. Throws `username_taken` or `email_taken`. */
export async function updateUserFields(
  trx: Transaction<DB>,
  id: string,
  fields: Partial<Omit<z.output<typeof updateUserInput>, 'id' | 'seen'>>,
): Promise<void> {
  const changes = definedFields({
    username: fields.username,
    username_key: fields.username === undefined ? undefined : accountKey(fields.username),
    email: fields.email,
    email_key: fields.email === undefined ? undefined : accountKey(fields.email),
    first_name: fields.first_name,
    last_name: fields.last_name,
    is_active: fields.is_active,
  });
  if (Object.keys(changes).length === 0) return;
  await requireFreeLogin(trx, fields, id);
  const result = await translatingConflicts(conflicts, () =>
    trx
      .updateTable('app_user')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (result.numUpdatedRows === 0n) throw new AppError('user_not_found');
}

export async function updateLanguage(db: Kysely<DB>, id: string, language: LanguageCode): Promise<void> {
  await db.updateTable('app_user').set({ language }).where('id', '=', id).execute();
}

/** @throws AppError edit_conflict */
export async function updateBio(
  db: Kysely<DB>,
  id: string,
  { bio, seen }: z.output<typeof bioInput>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireAccountAsSeen(trx, id, { bio, seen });
    await trx.updateTable('app_user').set({ bio }).where('id', '=', id).execute();
  });
}

/** @throws AppError edit_conflict */
export const requireAccountAsSeen = (
  trx: Transaction<DB>,
  id: string,
  { seen, ...sent }: { seen?: Record<string, unknown> | undefined } & Record<string, unknown>,
) =>
  requireAsSeen(seen, sent, async () => {
    const row = await trx
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && { ...row, full_name: fullName(row) };
  });
