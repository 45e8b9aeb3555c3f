import type { Needs } from '#server/app-context.ts';
import type { PasskeyList } from '#server/contract/schemas/passkeys.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listPasskeys } from './passkeys.repository.ts';

export async function listOwnPasskeys(
  ctx: Needs<'db' | 'relyingParty'> & { viewer: SignedIn },
): Promise<PasskeyList> {
  const { db, viewer, relyingParty } = ctx;
  const account = await db
    .selectFrom('app_user')
    .select('passkey_handle')
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  return {
    passkeys: (await listPasskeys(db, viewer.id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      rp_id: passkey.rp_id,
      is_for_this_address: passkey.rp_id === relyingParty?.id,
      credential_id: passkey.credential_id,
      created_at: passkey.created_at.toISOString(),
      last_used_at: passkey.last_used_at?.toISOString() ?? null,
    })),
    rp_id: relyingParty?.id ?? null,
    user_handle: account?.passkey_handle?.toString('base64url') ?? null,
  };
}
