import { useWindowEvent } from '@mantine/hooks';

/** Focuses the first invalid field of any form after a failed submit, clear of the bars, with its error. */
export function useFocusInvalid(): void {
  useWindowEvent('submit', ({ target }) => {
    requestAnimationFrame(() => {
      const field = (target as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid="true"]');
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
    });
  });
}
