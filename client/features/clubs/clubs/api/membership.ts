import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { reloadUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Membership changes: none -> pending -> approved by the club -> none. */
export function useMembership() {
  const { t } = useTranslation();
  const reloadAfter = (message: string, onError: (error: unknown) => void) => ({
    onSuccess: () => toast.success(message),
    // Also on failure: somebody else may have decided meanwhile.
    onSettled: () => void reloadUser(),
    onError,
  });
  return {
    join: trpc.clubs.join.useMutation(
      reloadAfter(t('clubs.requested'), useErrorToast(t('failed.club_join'))),
    ),
    cancel: trpc.clubs.cancelRequest.useMutation(
      reloadAfter(t('clubs.request_cancelled'), useErrorToast(t('failed.club_cancel'))),
    ),
    leave: trpc.clubs.leave.useMutation(reloadAfter(t('clubs.left'), useErrorToast(t('failed.club_leave')))),
  };
}
