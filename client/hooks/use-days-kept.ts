import { trpc } from '#client/lib/trpc.ts';

/**
 * For how many days what is deleted can be restored. The answer decides what a question promises, so the question waits for it;
 * without one it promises nothing.
 */
export function useDaysKept(): () => Promise<number> {
  const utils = trpc.useUtils();
  return () =>
    utils.installationSettings.public.ensureData().then(
      ({ bin_days }) => bin_days,
      () => 0,
    );
}
