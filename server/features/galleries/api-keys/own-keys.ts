import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { lastDayFault, validUntilFault } from '#server/contract/date-limits.ts';
import { keyPrefix } from '#server/contract/key-scopes.ts';
import type { apiKeys, CreateKey } from '#server/contract/schemas/api-keys.ts';
import { deleteKey, insertKey, listKeys } from '#server/features/accounts/api-keys/api-keys.repository.ts';
import { holdViewer } from '#server/features/accounts/auth/hold-viewer.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { tellOwner } from '#server/features/accounts/auth/tell-owner.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { listRefusals } from '#server/features/galleries/deliveries/deliveries.repository.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { hashToken, newId, randomToken, requireId } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Viewing = Needs<'db' | 'clock'> & { viewer: SignedIn };

export async function listOwnKeys({ db, viewer }: Viewing): Promise<z.output<typeof apiKeys>> {
  const refused = await listRefusals(db, viewer.id);
  return {
    keys: (await listKeys(db, viewer.id)).map(({ created_at, last_used_at, ...key }) => ({
      ...key,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      refused: refused.get(key.id) ?? null,
    })),
  };
}

/**
 * Makes a key and tells the owner of the account. Its text is answered and stored nowhere.
 * @throws AppError reauthentication_required, api_keys_enough, and where the viewer may not upload to the gallery
 */
export async function createKey(
  ctx: Viewing & Needs<'bus' | 'jobs' | 'mail' | 'relyingParty'> & { recall: Recall },
  { name, scope, gallery_id, last_day }: CreateKey,
): Promise<{ id: string; key: string }> {
  const { db, clock, viewer } = ctx;
  await requireRecentPassword(ctx, db, 'all');
  const fault = validUntilFault(last_day, clock.today()) ?? lastDayFault(last_day, clock.today());
  if (fault) throw fieldError('last_day', fault);
  if (gallery_id !== undefined && scope !== 'upload') throw fieldError('gallery_id', 'Unknown field'); // only keys to upload have it
  const gallery =
    gallery_id === undefined ? null : await requireGallery(ctx, viewer, gallery_id, 'uploadPhotos');
  const [id, key] = [newId(), keyPrefix + randomToken()];
  await db.transaction().execute(async (trx) => {
    await holdViewer(ctx, trx);
    if ((await listKeys(trx, viewer.id)).length >= countLimits.apiKeysMax)
      throw new AppError('api_keys_enough');
    await insertKey(
      trx,
      {
        id,
        user_id: viewer.id,
        name,
        scope,
        gallery_id: gallery?.id ?? null,
        token_hash: hashToken(key),
        last_day,
        created_at: clock.now(),
      },
      viewer.sessionId,
    );
    await tellOwner(ctx, trx, 'api_key_added', viewer, { key: name });
  });
  publishNotifications(ctx.bus, [viewer.id]);
  return { id, key };
}

/** @throws AppError api_key_not_found, also for one of somebody else */
export async function withdrawKey({ db, viewer }: Viewing, id: string): Promise<void> {
  const key = { id: requireId(id, 'api_key_not_found'), userId: viewer.id };
  await db.transaction().execute(async (trx) => {
    const withdrawn = await deleteKey(trx, key);
    if (!withdrawn) throw new AppError('api_key_not_found');
    await recordAudit(trx, viewer, {
      action: 'user.withdraw_api_key',
      target: { kind: 'user', id: viewer.id, name: viewer.username },
      params: { key: withdrawn.name },
    });
  });
}
