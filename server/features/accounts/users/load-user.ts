import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { User } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { findUser } from './users.repository.ts';

export async function loadUser(db: Kysely<DB>, id: string): Promise<User> {
  const user = await findUser(db, requireId(id, 'user_not_found'));
  if (!user) throw new AppError('user_not_found');
  return user;
}
