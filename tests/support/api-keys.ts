import { type KeyScope, keyPrefix } from '#server/contract/key-scopes.ts';
import { hashToken, newId, randomToken } from '#server/ids.ts';
import { type Actor, type Call, caller } from './actors.ts';
import type { TestApp } from './test-app.ts';

export type GivenKey = { id: string; key: string; call: Call };

/** A key of an account, as if its owner had made it. */
export async function giveKey(
  app: TestApp,
  { id: user_id }: Pick<Actor, 'id'>,
  scope: KeyScope,
  { gallery = null, lastDay = '2999-12-31' }: { gallery?: string | null; lastDay?: string } = {},
): Promise<GivenKey> {
  const [id, key] = [newId(), keyPrefix + randomToken()];
  await app.ctx.db
    .insertInto('api_key')
    .values({
      id,
      user_id,
      name: 'Lightroom',
      scope,
      gallery_id: gallery,
      token_hash: hashToken(key),
      second_factor_at_provider: false,
      last_day: lastDay,
      created_at: app.ctx.clock.now(),
    })
    .execute();
  return { id, key, call: caller(app.url, key) };
}
