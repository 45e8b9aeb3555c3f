/**
 * `npm run admin -- reset <username>` prints a link that sets a new password; `npm run admin -- grant <username>
 * <role>` gives a role everywhere. Works beside a running server and while it is stopped, with either database.
 */
import { systemClock } from '#server/clock.ts';
import { addressOf } from '#server/config/address-of.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { roleNames } from '#server/contract/roles.ts';
import { MemoryBus } from '#server/live/bus.ts';
import {
  type OperatorAnswer,
  type OperatorRequest,
  operatorRequest,
  runOperatorAction,
} from '#server/operator/admin-commands.ts';
import { askRunningServer } from '#server/operator/operator-socket.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';

const USAGE = `npm run admin -- reset <username or e-mail address>
npm run admin -- grant <username or e-mail address> <${roleNames.filter((role) => role !== 'member').join(' | ')}>`;

await asCommand(async () => {
  const [action, username, role, ...rest] = process.argv.slice(2);
  const wanted = operatorRequest.safeParse({ action, username, ...(role === undefined ? {} : { role }) });
  if (!wanted.success || rest.length > 0 || (action === 'reset' && role !== undefined))
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
    runOperatorAction({ db, clock: systemClock, bus: new MemoryBus() }, wanted),
  );
}
