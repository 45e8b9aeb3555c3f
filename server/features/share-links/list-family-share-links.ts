import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import type { familyShareLinks } from '#server/contract/schemas/family-share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { readCurrentConsent, readOwnAnswer } from '#server/features/consent/current-consent.repository.ts';
import { hasRefusedFace, refusalsIn } from '#server/features/consent/hide-or-blur-for-outsiders.sql.ts';
import { isPhotoOfFamilyShareLink } from '#server/features/share-links/share-scope.sql.ts';
import { isTakenDown } from '#server/features/takedowns/is-taken-down.sql.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { sharedPageUrl } from './list-share-links.ts';
import { links } from './share-links.repository.ts';

/** The links in force to the photos of one person, and what a link of the viewer shows now. */
export async function listFamilyShareLinks(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn; origin: string },
  clubPersonId: string,
): Promise<z.output<typeof familyShareLinks>> {
  const today = ctx.clock.today();
  const rows = await links(ctx.db)
    .where('club_person_id', '=', clubPersonId)
    .where('created_by', 'is not', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    outside: await readCurrentConsent(ctx.db, clubPersonId, 'outside', today),
    own_outside: await readOwnAnswer(ctx.db, clubPersonId, 'outside', ctx.viewer.id, today),
    ...(await countPhotos(ctx.db, { club_person_id: clubPersonId, sharer: ctx.viewer }, today)),
    links: rows.map((row) => ({
      id: row.id,
      url: row.created_by === ctx.viewer.id ? sharedPageUrl(ctx.origin, row) : null,
      has_password: row.password_hash !== null,
      allow_download: row.allow_download,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at!.toISOString(),
      view_count: row.view_count,
    })),
  };
}

async function countPhotos(
  db: Kysely<DB>,
  of: Parameters<typeof isPhotoOfFamilyShareLink>[0],
  today: string,
) {
  const isKept = hasRefusedFace(sql.ref('photo.id'), refusalsIn({ galleryId: null, today }));
  return db
    .selectFrom('photo')
    .select([
      sql<number>`(count(*) filter (where not ${isKept}))::int`.as('photo_count'),
      sql<number>`(count(*) filter (where ${isKept}))::int`.as('kept_inside'),
    ])
    .where(isPhotoOfFamilyShareLink(of, sql.ref('photo.id')))
    .where(sql<boolean>`not ${isTakenDown()}`)
    .executeTakeFirstOrThrow();
}
