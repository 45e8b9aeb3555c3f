import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from './error-message.ts';
import { notify } from './notify.ts';

/** For `onError` of actions without a form: what was tried, and why it did not work. */
export function useFail(tried?: string): (error: unknown) => void {
  const { t } = useTranslation();
  return useCallback(
    (error) => notify.error(tried ? `${tried}: ${errorMessage(t, error)}` : errorMessage(t, error)),
    [t, tried],
  );
}
