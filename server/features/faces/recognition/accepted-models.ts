import type { Kysely, Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** The models whose licence administrators have accepted; it allows only some uses. */
export async function listAcceptedModels(db: Kysely<DB> | Transaction<DB>): Promise<string[]> {
  const rows = await db.selectFrom('accepted_model').select('model').orderBy('model').execute();
  return rows.map(({ model }) => model);
}

/**
 * Records that the signed-in administrator accepts the model's licence, then fetches it. The acceptance stays where the
 * fetching fails; trying again is enough.
 * @throws AppError `setting_unknown_model`, `model_not_obtained`
 */
export async function acceptModel(
  ctx: Needs<'db' | 'engine'> & { viewer: SignedIn },
  model: string,
): Promise<void> {
  const found = ctx.engine.modelsWithLicenceToAccept.find(({ id }) => id === model);
  if (!found) throw new AppError('setting_unknown_model');
  await ctx.db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('accepted_model')
      .values({ model, accepted_by: ctx.viewer.id })
      .onConflict((conflict) => conflict.column('model').doNothing())
      .executeTakeFirst();
    if (!added) return;
    await recordAudit(trx, ctx.viewer, {
      action: 'faceModel.accept',
      target: { kind: 'settings', id: null, name: model },
      params: { licence: found.licence },
    });
  });
  if (!ctx.engine.models.includes(model)) await ctx.engine.obtain(model);
}
