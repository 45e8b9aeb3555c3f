import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useRegenerateThumbnails() {
  const { t } = useTranslation();
  return trpc.photos.regenerateThumbnails.useMutation({
    onSuccess: ({ queued }) => {
      toast.success(t('photos.regenerating', { count: queued }));
    },
    // Existing pictures stay in use, so the user is not told of a failure.
    // biome-ignore lint/suspicious/noConsole: for debugging only
    onError: (error) => console.warn('Thumbnails were not regenerated', error),
  });
}
