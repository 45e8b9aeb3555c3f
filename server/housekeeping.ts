import type { ServerParts } from './context.ts';
import { removeEndedSessions } from './features/auth/sessions.repository.ts';
import { announceExpiringLinks } from './features/links/announce-expiring.ts';

const hourMs = 60 * 60 * 1000;

/** What comes round every hour: old sessions and left temporary files go, ends of share links are announced. */
export function startHousekeeping({ ctx, files }: Pick<ServerParts, 'ctx' | 'files'>): { stop(): void } {
  const tasks: [string, () => Promise<unknown>][] = [
    ['sessions', () => removeEndedSessions(ctx.db, ctx.clock.now())],
    ['share links', () => announceExpiringLinks(ctx)],
    ['temporary files', () => files.store.sweepTemporary(hourMs)],
  ];
  const run = async () => {
    for (const [name, task] of tasks)
      await task().catch((error: unknown) =>
        ctx.log.warn({ err: error, task: name }, 'housekeeping failed; it comes round again'),
      );
  };
  void run();
  const timer = setInterval(() => void run(), hourMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
