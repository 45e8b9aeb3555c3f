import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import type { createClubInput, updateClubInput } from '#server/contract/schemas/clubs.ts';
import { slugFromName } from '#server/contract/slug.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { fromTo, recordAudit, recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedClub } from './load-club.ts';
import { saveApprovedMembership } from './members.repository.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };

/** Creates a club, with who creates it as its first member; its slug comes from the name and is made unique with a number. */
export async function createClub(
  ctx: Dependencies & Needs<'bus'>,
  input: z.output<typeof createClubInput>,
): Promise<string> {
  const id = newId();
  const settled = await ctx.db.transaction().execute(async (trx) => {
    await insertWithFreeSlug(trx, slugFromName(input.name) || 'club', (slug) =>
      trx
        .insertInto('club')
        .values({ id, slug, ...input, created_by: ctx.viewer.id })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirst(),
    );
    const membership = { club_id: id, user_id: ctx.viewer.id, approved_by: null };
    await saveApprovedMembership(trx, membership, ctx.clock.now());
    await recordAudit(trx, ctx.viewer, {
      action: 'club.create',
      target: { kind: 'club', id, name: input.name },
    });
    const readers = [ctx.viewer.id];
    return settleNotifications(ctx, trx, ['getting_started_clubs', 'getting_started_first_club'], {
      readers,
    });
  });
  publishNotifications(ctx.bus, settled);
  publishRights(ctx.bus, [ctx.viewer.id]);
  return id;
}

/** Writes the sent fields. A club's own admin may not change name and sport. @throws AppError edit_conflict */
export async function updateClub(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'edit'>,
  input: z.output<typeof updateClubInput>,
): Promise<void> {
  const { id: _, seen, ...fields } = input;
  const changes = Object.fromEntries(
    Object.entries(definedFields(fields)).filter(
      ([field, value]) => value !== club[field as keyof typeof fields],
    ),
  );
  if (Object.keys(changes).length === 0) return;
  if (('name' in changes || 'sport_type' in changes) && !targetRules.club.rename(ctx.viewer))
    throw new AppError('forbidden');
  await ctx.db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, changes, () =>
      trx.selectFrom('club').selectAll().where('id', '=', club.id).forUpdate().executeTakeFirst(),
    );
    const result = await trx
      .updateTable('club')
      .set({
        ...changes,
        ...('refused_outside' in changes && { refused_outside_since: ctx.clock.now() }),
        updated_at: new Date(),
      })
      .where('id', '=', club.id)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new AppError('club_not_found');
    const { description: _, contact: __, ...facts } = changes;
    await recordClubAudit(trx, ctx.viewer, 'club.update', club, {
      fields: Object.keys(changes),
      ...fromTo(club, facts),
    });
  });
}

async function insertWithFreeSlug(
  trx: Transaction<DB>,
  base: string,
  insert: (slug: string) => Promise<{ numInsertedOrUpdatedRows?: bigint | undefined } | undefined>,
): Promise<void> {
  const rows = await trx.selectFrom('club').select('slug').where('slug', 'like', `${base}%`).execute();
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (taken.has(slug)) continue;
    const result = await insert(slug);
    if ((result?.numInsertedOrUpdatedRows ?? 0n) > 0n) return;
  }
}
