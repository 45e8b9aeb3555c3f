import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { GalleryFacts } from '#server/contract/permissions.ts';
import type { ShareLinkForViewer } from '#server/contract/schemas/share-links.ts';
import { namesIn } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPhotoLeftOut, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isPhotoShownByLinkRow } from '#server/visibility/photo-visibility.sql.ts';
import { countPeopleToCheck } from './people-to-check.repository.ts';
import { type LinkRow, linkStatus } from './share-links.repository.ts';

/** The page that visitors open. */
export const sharedPageUrl = (origin: string, { token, scope }: Pick<LinkRow, 'token' | 'scope'>): string =>
  `${origin}/gallery/shared/${token}${scope === 'collect' ? '/send' : ''}`;

type Counts = Pick<ShareLinkForViewer, 'photo_count' | 'kept_inside'>;
type Dependencies = Needs<'db' | 'clock' | 'engine'> & {
  viewer: SignedIn;
  origin: string;
  gallery: { id: string; facts: GalleryFacts };
};

/** Links of one gallery for the users who may create links: the people they show, and how many photos today. */
export async function describeLinks(
  ctx: Dependencies,
  rows: readonly LinkRow[],
): Promise<ShareLinkForViewer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const peopleOf = await listPeople(ctx, ids);
  const countsOf = await countPhotos(ctx, ids);
  const toCheck = await countPeopleToCheck(ctx, ids);
  const now = ctx.clock.now();
  return rows.flatMap((row) => {
    const { scope } = row;
    if (scope === 'club_person') return [];
    const token = row.common_token ?? row.token;
    return [
      {
        ...plainLink(row, now),
        scope,
        gallery_id: ctx.gallery.id,
        token,
        url: sharedPageUrl(ctx.origin, { token, scope }),
        people: peopleOf(row.id),
        ...countsOf(row.id),
        ...toCheck(row.id),
      },
    ];
  });
}

/** What is said of a link to everybody who manages it. */
function plainLink(row: LinkRow, now: Date) {
  const { password_hash, created_by: _, club_person_id: __, common_token, has_left: ___, ...link } = row;
  return {
    ...link,
    has_password: password_hash !== null,
    is_common: common_token !== null,
    expires_at: link.expires_at?.toISOString() ?? null,
    created_at: link.created_at.toISOString(),
    status: linkStatus(row, now),
  };
}

/** For administrators of the gallery's clubs, who end links: neither where they lead nor what they show. */
export function describeLinkToEnd(
  ctx: Pick<Dependencies, 'clock' | 'gallery'>,
  row: LinkRow,
): ShareLinkForViewer {
  return {
    ...plainLink(row, ctx.clock.now()),
    scope: row.scope === 'club_person' ? 'gallery' : row.scope,
    gallery_id: ctx.gallery.id,
    token: '',
    url: '',
    people: [],
    photo_count: 0,
    kept_inside: 0,
    person_count: 0,
    to_check: 0,
  };
}

export const describeLinksToEnd = (
  ctx: Pick<Dependencies, 'clock' | 'gallery'>,
  rows: readonly LinkRow[],
): ShareLinkForViewer[] => rows.map((row) => describeLinkToEnd(ctx, row));

export async function describeLink(ctx: Dependencies, row: LinkRow): Promise<ShareLinkForViewer> {
  const [link] = await describeLinks(ctx, [row]);
  return link!;
}

async function listPeople(ctx: Dependencies, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('share_link_person')
    .innerJoin('person', 'person.id', 'share_link_person.person_id')
    .select(['share_link_id', 'person.id', 'person.name', 'person.number'])
    .where('share_link_id', 'in', [...ids])
    .orderBy('person.number')
    .execute();
  if (rows.length === 0) return () => [];
  const names = await namesIn(ctx);
  const byLink = Map.groupBy(rows, (row) => row.share_link_id);
  return (linkId: string): ShareLinkForViewer['people'] =>
    (byLink.get(linkId) ?? []).map((row) => ({ id: row.id, name: names.of(row), number: row.number }));
}

/** What the scope of each link has, and how much of that visitors are not shown. */
async function countPhotos({ db, clock, gallery }: Dependencies, ids: readonly string[]) {
  const refusals = refusalsIn({ galleryId: gallery.id, today: clock.today() });
  const isKeptInside = isPhotoLeftOut(sql.ref('photo.id'), refusals);
  const rows = await db
    .selectFrom('share_link')
    .select([
      'id',
      sql<Counts>`(
        select json_build_object('photo_count', count(*) filter (where not ${isKeptInside}),
          'kept_inside', count(*) filter (where ${isKeptInside}))
        from photo where photo.gallery_id = share_link.gallery_id and ${isPhotoShownByLinkRow(refusals)})`.as(
        'counts',
      ),
    ])
    .where('id', 'in', [...ids])
    .execute();
  return (linkId: string): Counts =>
    rows.find((row) => row.id === linkId)?.counts ?? { photo_count: 0, kept_inside: 0 };
}
