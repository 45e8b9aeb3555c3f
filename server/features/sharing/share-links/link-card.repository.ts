import type { Needs } from '#server/app-context.ts';
import { inGalleryOrder } from '#server/features/galleries/photos/photos.repository.ts';
import { isPhotoShownTo, thumbhashFor, visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import type { GalleryScope } from '#server/visibility/share-scope.sql.ts';
import { clubNamesOfGallery } from './club-names-of-gallery.sql.ts';
import { findLinksByToken, linkStatus } from './share-links.repository.ts';

type Dependencies = Needs<'db' | 'clock'>;
export type LinkWithCard = { id: string; scope: GalleryScope; gallery_id: string };

/**
 * A link whose card names the event; of a common one the first gallery that shows something. All others are one to those who ask: the
 * token alone is looked up, and nothing further, for a link that is unknown, ended or asks for a password, and for those of families.
 */
export async function findLinkWithCard(ctx: Dependencies, token: string): Promise<LinkWithCard | undefined> {
  const links = await findLinksByToken(ctx.db, token);
  const inForce = links.filter((link) => linkStatus(link, ctx.clock.now()) === 'active');
  if (inForce[0]?.password_hash !== null) return undefined;
  const galleries = inForce.flatMap(({ id, scope, gallery_id, password_hash }) =>
    scope === 'collect' || scope === 'club_person' || gallery_id === null || password_hash !== null
      ? []
      : [{ id, scope, gallery_id }],
  );
  if (galleries.length > 1)
    for (const gallery of galleries) if (await findFirstShown(ctx, gallery)) return gallery;
  return galleries[0];
}

/** What the card says; the names of gallery, photographer and link may be those of children. */
export function getNamesOfCard({ db }: Pick<Dependencies, 'db'>, { gallery_id }: LinkWithCard) {
  return db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select(['event.name as event', clubNamesOfGallery.as('clubs')])
    .where('gallery.id', '=', gallery_id)
    .executeTakeFirst();
}

/**
 * The placeholder of the first photo that a link shows now. None of links to people or chosen photos: the colours would be those of
 * somebody.
 */
export async function findThumbhashOfCard(ctx: Dependencies, link: LinkWithCard): Promise<string | null> {
  if (link.scope !== 'gallery') return null;
  const first = await findFirstShown(ctx, link);
  return first?.thumbhash ?? null;
}

function findFirstShown({ db, clock }: Dependencies, link: LinkWithCard) {
  const audience = visitorsBy(link, clock.today());
  const shown = db
    .selectFrom('photo')
    .select(thumbhashFor(audience).as('thumbhash'))
    .where('photo.gallery_id', '=', link.gallery_id)
    .where(isPhotoShownTo(audience));
  return inGalleryOrder(shown).limit(1).executeTakeFirst();
}
