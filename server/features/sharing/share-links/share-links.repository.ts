import { type Kysely, sql, type Transaction } from 'kysely';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { isClubOfGallery, sharesGallery } from '#server/visibility/gallery-visibility.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

export function links(db: Executor) {
  return db
    .selectFrom('share_link')
    .select([
      'share_link.id',
      'share_link.gallery_id',
      'share_link.club_person_id',
      'share_link.created_by',
      'share_link.token',
      'share_link.common_token',
      'share_link.name',
      'share_link.scope',
      'share_link.password_hash',
      'share_link.expires_at',
      'share_link.is_active',
      'share_link.allow_download',
      'share_link.show_people',
      'share_link.view_count',
      'share_link.download_count',
      'share_link.created_at',
      hasLeft.as('has_left'),
    ]);
}

/** A gallery shown by a common link leaves it when whoever added it may no longer share the gallery. */
const hasLeft = sql<boolean>`(share_link.common_token is not null and not exists (
  select from gallery join app_user sharer on sharer.id = share_link.created_by and sharer.is_active
  where gallery.id = share_link.gallery_id and ${sharesGallery(sql.ref('sharer.id'))}))`;
export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;

/** A link that is switched off and expired counts as inactive: switching it off was deliberate. */
export function linkStatus(
  link: Pick<LinkRow, 'is_active' | 'has_left' | 'expires_at'>,
  now: Date,
): ShareLink['status'] {
  if (!link.is_active || link.has_left) return 'inactive';
  return link.expires_at !== null && link.expires_at <= now ? 'expired' : 'active';
}

/** Of several links with one address the first that is in force; where none is, the first says why. */
export const firstInForce = <Link extends Parameters<typeof linkStatus>[0]>(
  links: readonly Link[],
  now: Date,
): Link | undefined => links.find((link) => linkStatus(link, now) === 'active') ?? links[0];

/** The link as its visitors open it. The number of visits is left out, because it may be out of date; see count-writes.ts. */
export type VisitedLink = Omit<LinkRow, 'view_count' | 'download_count'>;

/** What an address opens: one link, or, by a common address, the links to several galleries of an event, the first one made first. */
export async function findLinksByToken(db: Executor, token: string): Promise<VisitedLink[]> {
  return asVisited(
    await links(db)
      .where((eb) => eb.or([eb('token', '=', token), eb('common_token', '=', token)]))
      .where(hasGallery)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
}

/** The galleries that are shown together with a link, itself included; none where it is alone. */
export async function listShownTogether(
  db: Executor,
  { common_token, gallery_id }: Pick<LinkRow, 'common_token' | 'gallery_id'>,
) {
  if (common_token === null || gallery_id === null) return [];
  return links(db)
    .innerJoin('gallery as shown', 'shown.id', 'share_link.gallery_id')
    .select(['shown.id as gallery_id', 'shown.name as gallery_name'])
    .where('share_link.common_token', '=', common_token)
    .where(
      sql<boolean>`shown.event_id = (select own.event_id from gallery own where own.id = ${gallery_id}::uuid)`,
    )
    .orderBy('share_link.created_at')
    .orderBy('share_link.id')
    .execute();
}

const hasGallery = sql<boolean>`(share_link.gallery_id is null or exists (select from gallery where gallery.id = share_link.gallery_id))`;

const asVisited = (rows: readonly LinkRow[]): VisitedLink[] =>
  rows.map(({ view_count: _, download_count: __, ...link }) => link);

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
