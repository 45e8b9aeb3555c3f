import { useLocalStorage } from '@mantine/hooks';
import type { FirstSteps } from '#server/contract/schemas/stats.ts';
import { useFirstSteps } from '../api/stats.ts';

export interface FirstStepsState {
  /** Undefined if the card is hidden. */
  progress: FirstSteps | undefined;
  /** Content below the card waits, so that it does not move. */
  pending: boolean;
  hide: () => void;
}

/** Shown to global administrators until all steps are done or the card was closed in this browser. */
export function useFirstStepsCard(enabled: boolean): FirstStepsState {
  const [hidden, setHidden] = useLocalStorage({
    key: 'first_steps_hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const wanted = enabled && !hidden;
  const { data, isLoading } = useFirstSteps(wanted);
  const open = wanted && data && Object.values(data.done).includes(false);
  return { progress: open ? data : undefined, pending: wanted && isLoading, hide: () => setHidden(true) };
}
