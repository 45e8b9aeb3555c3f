import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from './use-error-toast.ts';

interface Prepared {
  url: string;
  photos: number;
}

/** Asks the server to prepare a ZIP of photos and starts the browser's download of it. */
export function useArchiveDownload<Choice>(prepare: (choice: Choice) => Promise<Prepared>) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { mutateAsync, isPending } = useMutation({ mutationFn: prepare });

  /** Resolves to whether the download started. `asked`: the number of chosen photos; some may be deleted by now. */
  const save = async (choice: Choice, asked?: number): Promise<boolean> => {
    try {
      const { url, photos } = await mutateAsync(choice);
      saveFrom(url);
      if (asked !== undefined && photos < asked) toast.info(t('photos.some_gone', { count: asked - photos }));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return { save, pending: isPending };
}

function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
