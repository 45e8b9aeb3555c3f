import { startTransition, useOptimistic } from 'react';

/**
 * A setting that is saved as soon as it is chosen. The choice is shown at once, also before the request is sent: a
 * controlled input would jump back until then. Where saving fails, what is saved is shown again; `save` reports why.
 */
export function useOptimisticSetting<Value>(
  saved: Value,
  save: (chosen: Value) => Promise<unknown>,
): [shown: Value, choose: (chosen: Value) => void] {
  const [shown, show] = useOptimistic(saved);
  const choose = (chosen: Value) =>
    startTransition(async () => {
      show(chosen);
      // A rejected transition would replace the page with an error; the caller's mutation holds the reason.
      await save(chosen).catch(() => undefined);
    });
  return [shown, choose];
}
