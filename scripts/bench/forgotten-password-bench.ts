import { signInTo } from '../support/api-client.ts';
import type { OwnServer } from './own-server.ts';
import { median } from './statistics.ts';

/**
 * Times the answers to "forgotten password" for names that have an account and names that have none: an attacker must
 * not learn from the time which is which. Every request has another account and another address, because both are
 * limited, and the two kinds alternate in random order. The mail itself is made seconds later and can reach no server.
 * @param server trusts one proxy, so that addresses can be sent
 */
export async function benchForgottenPassword(server: OwnServer, rounds: number) {
  const admin = await signInTo(server.address, server.username, server.password);
  const known = Array.from({ length: rounds }, (_, index) => `known${index}@example.org`);
  for (const [index, email] of known.entries())
    await admin.call('POST', '/users', {
      username: `known${index}`,
      email,
      password: 'correct horse battery',
      first_name: 'Known',
      last_name: String(index),
      is_active: true,
    });
  const times = { known: [] as number[], unknown: [] as number[] };
  let address = 0;
  const ask = async (kind: keyof typeof times, login: string) => {
    address += 1;
    const started = performance.now();
    const answer = await fetch(`${server.address}/api/auth/forgot-password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${address >> 8}.${address & 255}`,
      },
      body: JSON.stringify({ login }),
    });
    const body = await answer.text();
    times[kind].push(performance.now() - started);
    if (answer.status !== 202) throw new Error(`forgot-password: ${answer.status} ${body}`);
  };
  await ask('unknown', 'first@example.org');
  times.unknown.pop();
  for (const [index, email] of known.entries()) {
    const both = [
      () => ask('known', email),
      () => ask('unknown', email.replace('known', 'nobody').replace('example', `example${index}`)),
    ];
    if (Math.random() < 0.5) both.reverse();
    for (const run of both) await run();
  }
  return { rounds, knownMs: median(times.known), unknownMs: median(times.unknown) };
}
