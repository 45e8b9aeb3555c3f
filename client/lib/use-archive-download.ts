import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';
import { useErrorToast } from './use-error-toast.ts';

interface Prepared {
  url: string;
  photos: number;
}

/** Has an archive of photos prepared and hands it to the browser, which shows the progress and can stop it. */
export function useArchiveDownload<Choice>(prepare: (choice: Choice) => Promise<Prepared>) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);

  /** Answers whether the download has begun. `asked` is how many were chosen: some may be gone by now. */
  const save = async (choice: Choice, asked?: number): Promise<boolean> => {
    setPending(true);
    try {
      const { url, photos } = await prepare(choice);
      saveFrom(url);
      if (asked !== undefined && photos < asked) toast.info(t('photos.some_gone', { count: asked - photos }));
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { save, pending };
}

function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
