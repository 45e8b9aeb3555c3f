import { useTranslation } from 'react-i18next';
import { notify } from '#client/lib/notify.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';

export function useRegenerateThumbnails() {
  const { t } = useTranslation();
  const fail = useFail();
  return trpc.photos.regenerateThumbnails.useMutation({
    onSuccess: ({ queued }) => notify.success(t('photos.regenerating', { count: queued })),
    onError: fail,
  });
}
