import { useTranslation } from 'react-i18next';
import { notify } from '#client/lib/notify.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';

export function useRegenerateThumbnails() {
  const { t } = useTranslation();
  const fail = useFail();
  const utils = trpc.useUtils();
  return trpc.photos.regenerateThumbnails.useMutation({
    onSuccess: ({ queued }, { id }) => {
      notify.success(t('photos.regenerating', { count: queued }));
      return utils.faces.summary.invalidate({ id });
    },
    onError: fail,
  });
}
