import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { ClubFacts, Viewer } from '#server/contract/permissions.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { clubFacts, findClub } from './clubs.repository.ts';

export type LoadedClub = Club & { facts: ClubFacts };

/** The club and what the permission table asks about it. Throws `club_not_found`. */
export async function loadClub(db: Kysely<DB>, viewer: Viewer, id: string): Promise<LoadedClub> {
  const club = await findClub(db, viewer, requireId(id, 'club_not_found'));
  if (!club) throw new AppError('club_not_found');
  return { ...club, facts: clubFacts(viewer, { ...club, membership: club.user_membership_status }) };
}
