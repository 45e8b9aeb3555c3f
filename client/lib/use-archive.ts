import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './notify.ts';
import { useFail } from './use-fail.ts';

interface Prepared {
  url: string;
  photos: number;
}

/** Has an archive of photos prepared and hands it to the browser, which shows the progress and can stop it. */
export function useArchive<Choice>(prepare: (choice: Choice) => Promise<Prepared>) {
  const { t } = useTranslation();
  const fail = useFail();
  const [pending, setPending] = useState(false);

  /** Answers whether the download has begun. `asked` is how many were chosen: some may be gone by now. */
  const save = async (choice: Choice, asked?: number): Promise<boolean> => {
    setPending(true);
    try {
      const { url, photos } = await prepare(choice);
      saveFrom(url);
      if (asked !== undefined && photos < asked)
        notify.info(t('photos.some_gone', { count: asked - photos }));
      return true;
    } catch (error) {
      fail(error);
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
