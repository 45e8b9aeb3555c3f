import { useWindowEvent } from '@mantine/hooks';

/** Focuses the first invalid field of any form after a failed submit. */
export function useFocusInvalid(): void {
  useWindowEvent('submit', ({ target }) => {
    requestAnimationFrame(() =>
      (target as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  });
}
