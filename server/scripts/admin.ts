/**
 * `npm run admin -- reset <username>` prints a link that sets a new password, and with `--now` switches off two-factor
 * authentication; `npm run admin -- grant <username> <role>` gives a role everywhere. Works beside a running server and while it is stopped, with either database.
 */
import { systemClock } from '#server/clock.ts';
import { addressOf } from '#server/config/address-of.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { roleNames } from '#server/contract/roles.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { MemoryBus } from '#server/live/bus.ts';
import {
  type OperatorAnswer,
  type OperatorRequest,
  operatorRequest,
  runOperatorAction,
} from '#server/operator/admin-commands.ts';
import { askRunningServer } from '#server/operator/operator-socket.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';

const USAGE = `npm run admin -- reset <username or e-mail address> [--now]
npm run admin -- grant <username or e-mail address> <${roleNames.filter((role) => role !== 'member').join(' | ')}>`;

await asCommand(async () => {
  const [action, username, option, ...rest] = process.argv.slice(2);
  const isNow = option === '--now';
  const wanted = operatorRequest.safeParse({
    action,
    username,
    ...(isNow ? { now: true } : { role: option }),
  });
  if (!wanted.success || rest.length > 0 || (action === 'reset' && option !== undefined && !isNow))
    throw new OperatorError(`Usage:\n${USAGE}`);
  const config = loadConfig();
  const { ok, message, path, address = addressOf(config) } = await run(config, wanted.data);
  if (!ok) throw new OperatorError(message);
  console.log(message);
  if (path) console.log(`${address}${path}\nor the same path at your club's own address.`);
  return 0;
});

/** The embedded database belongs to the running server, so that one is asked first. */
async function run(config: Config, wanted: OperatorRequest): Promise<OperatorAnswer> {
  const answer = config.databaseUrl ? undefined : await askRunningServer(config.dataDir, wanted);
  if (answer) return answer;
  return withInstallation(({ db }) =>
    runOperatorAction(
      { db, clock: systemClock, bus: new MemoryBus(), jobs: createJobQueue(), mail: config.mail ?? null },
      wanted,
    ),
  );
}
