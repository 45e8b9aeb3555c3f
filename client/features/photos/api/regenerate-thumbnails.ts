import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

export function useRegenerateThumbnails() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  return trpc.photos.regenerateThumbnails.useMutation({
    onSuccess: ({ queued }, { id }) => {
      toast.success(t('photos.regenerating', { count: queued }));
      return utils.faces.summary.invalidate({ id });
    },
    // The pictures there are stay in use, so a failure is no matter for the reader.
    // biome-ignore lint/suspicious/noConsole: only whoever looks for the cause wants to know
    onError: (error) => console.warn('Thumbnails were not regenerated', error),
  });
}
