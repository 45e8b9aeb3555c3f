import type { ServerParts } from './composition.ts';
import { removeOldOneTimeTokens } from './features/auth/one-time-tokens.repository.ts';
import { removeEndedSessions } from './features/auth/sessions.repository.ts';
import { notifyExpiringLinks } from './features/links/notify-expiring-links.ts';
import { reanalyseStale } from './features/people/reanalyse-stale.ts';
import { removeOldSelections } from './features/photos/downloads.repository.ts';

/** How often a look is taken for photos that were analysed with other models or limits. */
const renewMs = 20_000;
const hourMs = 60 * 60 * 1000;

/** What comes round every hour: old sessions, choices and temporary files go, ends of share links are announced. */
export function startHousekeeping({ ctx, files, engine }: Pick<ServerParts, 'ctx' | 'files' | 'engine'>): {
  stop(): void;
} {
  const tasks: [string, () => Promise<unknown>][] = [
    ['sessions', () => removeEndedSessions(ctx.db, ctx.clock.now())],
    ['one-time links', () => removeOldOneTimeTokens(ctx.db, ctx.clock.now())],
    ['share links', () => notifyExpiringLinks(ctx)],
    ['chosen downloads', () => removeOldSelections(ctx.db, ctx.clock.now())],
    ['temporary files', () => files.store.sweepTemporary(hourMs)],
  ];
  const run = async () => {
    for (const [name, task] of tasks)
      await task().catch((error: unknown) =>
        ctx.log.warn({ err: error, task: name }, 'housekeeping failed; it comes round again'),
      );
  };
  void run();
  const renew = () =>
    engine.state() === 'ready' &&
    reanalyseStale(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'stale photos could not be queued; another look follows'),
    );
  const timers = [setInterval(() => void run(), hourMs), setInterval(() => void renew(), renewMs)];
  for (const timer of timers) timer.unref();
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
