import { type Kysely, sql, type Transaction } from 'kysely';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { DB } from '#server/db/tables.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export function links(db: Executor) {
  return db
    .selectFrom('share_link')
    .select([
      'id',
      'gallery_id',
      'club_person_id',
      'created_by',
      'token',
      'name',
      'scope',
      'password_hash',
      'expires_at',
      'is_active',
      'allow_download',
      'show_people',
      'view_count',
      'download_count',
      'created_at',
    ]);
}
export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;

/** The link as its visitors open it. The number of visits is left out, because it may be out of date; see count-writes.ts. */
export type VisitedLink = Omit<LinkRow, 'view_count' | 'download_count'>;

export async function findLinkByToken(db: Executor, token: string): Promise<VisitedLink | undefined> {
  const row = await links(db)
    .where('token', '=', token)
    .where(
      sql<boolean>`(gallery_id is null or exists (select from gallery where gallery.id = share_link.gallery_id))`,
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { view_count: _, download_count: __, ...link } = row;
  return link;
}

export async function listLinks(db: Executor, galleryId: string): Promise<LinkRow[]> {
  return links(db)
    .where('gallery_id', '=', galleryId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The links in force to galleries of a club, also to those that its administrators do not see. */
export async function listLinksOfClub(db: Executor, clubId: string, now: Date) {
  const rows = await db
    .selectFrom('share_link')
    .innerJoin('gallery', 'gallery.id', 'share_link.gallery_id')
    .select([
      'share_link.id',
      'gallery.id as gallery_id',
      'gallery.name as gallery_name',
      'share_link.name',
      'share_link.scope',
      'share_link.created_at',
      'share_link.expires_at',
    ])
    .where(isClubOfGallery(sql`${clubId}::uuid`, sql.ref('gallery.id')))
    .where('share_link.is_active', '=', true)
    .where((eb) => eb.or([eb('share_link.expires_at', 'is', null), eb('share_link.expires_at', '>', now)]))
    .orderBy('share_link.created_at', 'desc')
    .orderBy('share_link.id', 'desc')
    .limit(listSizes.max)
    .execute();
  return rows.flatMap(({ scope, ...row }) =>
    scope === 'club_person'
      ? []
      : [
          {
            ...row,
            scope,
            created_at: row.created_at.toISOString(),
            expires_at: row.expires_at?.toISOString() ?? null,
          },
        ],
  );
}

/** Increments a counter of the link in the database, so that parallel visits are all counted. */
export async function countVisit(
  db: Executor,
  linkId: string,
  what: 'view_count' | 'download_count',
): Promise<void> {
  await db
    .updateTable('share_link')
    .set((eb) => ({ [what]: eb(what, '+', 1) }))
    .where('id', '=', linkId)
    .execute();
}
