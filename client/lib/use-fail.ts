import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from './error-message.ts';
import { notify } from './notify.ts';

/** For `onError` of actions without a form: says what went wrong, after the sentence about what was tried. */
export function useFail(): (error: unknown) => void {
  const { t } = useTranslation();
  return useCallback((error) => notify.error(errorMessage(t, error)), [t]);
}
