import { signInTo } from '../support/api-client.ts';
import type { OwnServer } from './own-server.ts';
import { median } from './statistics.ts';

/** What strangers send with a name, and the answer to it. */
const calls = {
  'forgot-password': { body: (login: string): object => ({ login }), status: 202 },
  login: { body: (username: string): object => ({ username, password: 'a wrong password' }), status: 401 },
};
type Call = keyof typeof calls;

/**
 * Times the answers to "forgotten password" and to a wrong password for names that have an account and names that have none: an
 * attacker must not learn from the time which is which. Every request has another account and another address, because
 * both are limited, and the two kinds alternate in random order. Mails are made seconds later and can reach no server.
 * @param server trusts one proxy, so that addresses can be sent
 */
export async function benchUnknownAccounts(server: OwnServer, rounds: number) {
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
  let address = 0;
  const ask = async (call: Call, name: string): Promise<number> => {
    address += 1;
    const started = performance.now();
    const answer = await fetch(`${server.address}/api/auth/${call}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.${18 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`,
      },
      body: JSON.stringify(calls[call].body(name)),
    });
    const body = await answer.text();
    const took = performance.now() - started;
    if (answer.status !== calls[call].status) throw new Error(`${call}: ${answer.status} ${body}`);
    return took;
  };
  const compare = async (call: Call) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    await ask(call, `first-${call}@example.org`);
    for (const [index, email] of known.entries()) {
      const names = {
        known: email,
        unknown: email.replace('known', 'nobody').replace('example', `example${index}`),
      };
      const kinds = Object.keys(names) as (keyof typeof names)[];
      if (Math.random() < 0.5) kinds.reverse();
      for (const kind of kinds) times[kind].push(await ask(call, names[kind]));
    }
    return { call, knownMs: median(times.known), unknownMs: median(times.unknown) };
  };
  return { rounds, figures: [await compare('forgot-password'), await compare('login')] };
}
