import { randomUUID } from 'node:crypto';
import type { TestApp } from './test-app.ts';

/** Codes of an app, set up for an account; nobody knows them. */
export async function giveCodes({ ctx }: TestApp, userId: string): Promise<void> {
  const [now, id] = [ctx.clock.now(), randomUUID()];
  await ctx.db
    .insertInto('second_factor')
    .values({ user_id: userId, id, secret_hash: Buffer.alloc(32), created_at: now, confirmed_at: now })
    .execute();
}

/** A passkey for a host, with which nobody can sign in. */
export async function givePasskey({ ctx }: TestApp, userId: string, host: string): Promise<void> {
  await ctx.db
    .insertInto('passkey')
    .values({
      id: randomUUID(),
      user_id: userId,
      credential_id: randomUUID(),
      rp_id: host,
      public_key: Buffer.alloc(8),
      counter: 0,
      transports: [],
      name: 'Firefox, Linux',
      is_backed_up: false,
      created_at: ctx.clock.now(),
    })
    .execute();
}
