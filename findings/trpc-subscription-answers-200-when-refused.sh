#!/usr/bin/env bash
# A library of typed procedures answers a subscription with 200 where the same refusal is 401 for a query.
#
# Versions  @trpc/server 11.19.0, standalone adapter, subscriptions as server-sent events; Node 20 and 24
# Guess     An error thrown while the context is made, before any procedure, has its status for every kind of procedure.
# Seen      A subscription opens with 200, says that it is connected, and then the error (2026-11-30):
#               query: 401
#               subscription: 200 text/event-stream, events: connected serialized-error
# Matters   What watches statuses counts no refused subscription: limits of a proxy, alarms, a test that expects 401, and a browser's
#           EventSource, which closes at a status that is no 200 and connects again after a stream that ends.
set -euo pipefail
library=@trpc/server
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts "$library@11.19.0"
cat > try.mjs <<'JS'
const [, , library] = process.argv;
const { initTRPC, TRPCError } = await import(library);
const { createHTTPServer } = await import(`${library}/adapters/standalone`);
const t = initTRPC.create();
const router = t.router({
  ask: t.procedure.query(() => 'answer'),
  follow: t.procedure.subscription(async function* () {
    yield 'event';
  }),
});
const server = createHTTPServer({
  router,
  createContext: () => {
    throw new TRPCError({ code: 'UNAUTHORIZED' });
  },
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const at = `http://127.0.0.1:${server.address().port}`;
const query = await fetch(`${at}/ask`);
const stream = await fetch(`${at}/follow`, { headers: { accept: 'text/event-stream' } });
const type = stream.headers.get('content-type')?.split(';')[0];
const events = (await stream.text()).match(/(?<=event: )\S+/g) ?? [];
console.log('query:', query.status);
console.log(`subscription: ${stream.status} ${type}, events: ${events.join(' ')}`);
server.close();
process.exit(query.status === 401 && stream.status === 200 && events.includes('serialized-error') ? 0 : 1);
JS
timeout 60 node try.mjs "$library"
