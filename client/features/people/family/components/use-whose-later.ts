import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '#client/lib/session.ts';

/** Whether the viewer said "not now" in this browser: the card of the dashboard does not come back. */
export function useWhoseLater() {
  return useLocalStorage({
    key: `whose_photos_later_${useUser().id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
}
