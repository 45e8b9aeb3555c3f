import { useTranslation } from 'react-i18next';
import { notify } from '#client/lib/notify.ts';
import { reloadUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';

/** none -> pending -> (approved by the club) -> none. */
export function useMembership() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const settle = (message: string, onError: (error: unknown) => void) => ({
    onSuccess: () => {
      notify.success(message);
      void utils.clubs.invalidate();
      void utils.stats.invalidate();
      void reloadUser();
    },
    onError,
  });
  return {
    join: trpc.clubs.join.useMutation(settle(t('clubs.requested'), useFail(t('failed.club_join')))),
    cancel: trpc.clubs.cancelRequest.useMutation(
      settle(t('clubs.request_cancelled'), useFail(t('failed.club_cancel'))),
    ),
    leave: trpc.clubs.leave.useMutation(settle(t('clubs.left'), useFail(t('failed.club_leave')))),
  };
}
