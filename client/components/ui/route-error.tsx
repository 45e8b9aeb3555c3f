import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from './error-state.tsx';
import { Page } from './page.tsx';

/** A screen that broke does not take the shell with it. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <Page>
      <ErrorState error={error} onRetry={reset} />
    </Page>
  );
}
