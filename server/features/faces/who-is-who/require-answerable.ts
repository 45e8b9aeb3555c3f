import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import {
  type Authorized,
  refusedActionErrors,
  targetRules,
  type Viewer,
} from '#server/contract/permissions.ts';
import type { LoadedGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { requireId } from '#server/ids.ts';
import { askedPhotos } from '#server/visibility/waiting-photos.sql.ts';

/** What the rule `gallery.answerAboutPeople` opens to those who do not edit the people of the gallery. */
type Dependencies = Needs<'db'> & { viewer: Viewer; gallery: Authorized<LoadedGallery, 'answerAboutPeople'> };

const editsPeople = ({ viewer, gallery }: Dependencies) =>
  targetRules.gallery.editPeople(viewer, gallery.facts);

/** @throws AppError gallery_action_forbidden unless the club is asked about all of them */
export async function requireAnswerable(ctx: Dependencies, personIds: readonly string[]): Promise<void> {
  if (editsPeople(ctx)) return;
  const ids = [...new Set(personIds.map((id) => requireId(id, 'person_not_found')))];
  const { rows } = await sql`
    select distinct person_id from ${askedPhotos} asked
    where gallery_id = ${ctx.gallery.id}::uuid and person_id = any(${ids}::uuid[])`.execute(ctx.db);
  if (rows.length !== ids.length) throw new AppError(refusedActionErrors.gallery);
}

/** @throws AppError gallery_action_forbidden for what somebody else has said */
export async function requireOwnDecision(ctx: Dependencies, decisionId: string): Promise<void> {
  if (editsPeople(ctx)) return;
  const own = await ctx.db
    .selectFrom('people_decision')
    .select('id')
    .where('id', '=', decisionId)
    .where('made_by', '=', ctx.viewer.id)
    .executeTakeFirst();
  if (!own) throw new AppError(refusedActionErrors.gallery);
}
