/**
 * `npm run load -- <address> [--photos 100] [--concurrency 3] [--from folder] [--pid n] [--keep]`
 * A load test against the recognition of a running server. LOAD_USERNAME and LOAD_PASSWORD (or --username and
 * --password) name an administrator or a photographer. What it makes it takes away again, unless told to keep it.
 */
import { parseArgs } from 'node:util';
import { asCommand, OperatorError } from '#server/scripts/support/run-operator-command.ts';
import {
  type ApiClient,
  ApiRefusal,
  createWorkplace,
  removeWorkplace,
  signInTo,
} from '../support/api-client.ts';
import { formatLoadTestReport } from './load-test-report.ts';
import { runLoad } from './run-load.ts';

const USAGE = 'npm run load -- <address> [--photos 100] [--concurrency 3] [--from folder] [--pid n] [--keep]';

await asCommand(async () => {
  const { address, username, password, photos, concurrency, from, pid, keep } = readArguments();
  const visitor = await signInTo(address, username, password).catch(explain);
  const workplace = await createWorkplace(address, visitor, 'Load');
  try {
    const figures = await runLoad({ ...workplace, photos, concurrency, from, pid });
    for (const line of formatLoadTestReport(figures)) console.log(line);
    return figures.refused === 0 ? 0 : 1;
  } finally {
    if (keep) console.log(`kept: gallery ${workplace.galleryId}`);
    else await removeWorkplace(visitor, workplace);
  }
});

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      photos: { type: 'string', default: '100' },
      concurrency: { type: 'string', default: '3' },
      from: { type: 'string' },
      pid: { type: 'string' },
      username: { type: 'string', default: process.env.LOAD_USERNAME ?? '' },
      password: { type: 'string', default: process.env.LOAD_PASSWORD ?? '' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [address] = positionals;
  const [photos, concurrency] = [Number(values.photos), Number(values.concurrency)];
  if (!address || !URL.canParse(address) || !(photos > 0) || !(concurrency > 0))
    throw new OperatorError(USAGE);
  if (!values.username || !values.password)
    throw new OperatorError('Whom to sign in as? Set LOAD_USERNAME and LOAD_PASSWORD.');
  const pid = values.pid === undefined ? undefined : Number(values.pid);
  return { ...values, address, photos, concurrency, pid };
}

function explain(error: unknown): ApiClient {
  if (error instanceof ApiRefusal) throw new OperatorError(error.message);
  throw new OperatorError(`The server does not answer: ${error instanceof Error ? error.message : error}`);
}
