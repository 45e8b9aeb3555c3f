import { useWindowEvent } from '@mantine/hooks';

/** When a form was not sent because of a field, the cursor stands in the first such field, in every form alike. */
export function useFocusInvalid(): void {
  useWindowEvent('submit', ({ target }) => {
    requestAnimationFrame(() =>
      (target as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  });
}
