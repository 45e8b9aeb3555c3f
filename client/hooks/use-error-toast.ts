import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';

/** For `onError` of actions without a form: shows what was tried and the error. */
export function useErrorToast(tried?: string): (error: unknown) => void {
  const { t } = useTranslation();
  return useCallback(
    (error) =>
      toast.error(tried ? `${tried.replace(/\.$/, '')}: ${errorMessage(t, error)}` : errorMessage(t, error)),
    [t, tried],
  );
}
