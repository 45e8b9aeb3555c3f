import { access, constants, stat } from 'node:fs/promises';
import { StartError } from './config/start-error.ts';
import type { Services } from './create-services.ts';
import { createInbox, type InboxSettings } from './inbox/inbox.ts';

/** Looks, and no events: shares of a network send none. */
const LOOK_EVERY_MS = 2_000;

/** Takes photos out of the hot folder, in the leading process alone. @throws StartError where there is no such folder */
export async function startInbox(
  services: Pick<Services, 'ctx' | 'files' | 'leadership'>,
  settings: InboxSettings,
): Promise<{ stop(): void }> {
  const found = await stat(settings.dir).catch(() => undefined);
  if (!found?.isDirectory()) throw new StartError(`INBOX_DIR ${settings.dir} is not a folder.`);
  await access(settings.dir, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StartError(`INBOX_DIR ${settings.dir} cannot be read and written.`);
  });
  const inbox = createInbox(settings, services);
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking || !services.leadership.isLeader()) return;
    isLooking = true;
    void inbox
      .look(Date.now())
      .catch((error: unknown) =>
        services.ctx.log.warn({ err: error }, 'the hot folder was not looked through'),
      )
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
