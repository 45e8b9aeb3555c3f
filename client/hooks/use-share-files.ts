import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { useErrorToast } from './use-error-toast.ts';

interface SharedFile {
  url: string;
  filename: string;
}

/** More files take longer to fetch than anybody waits for a sheet. */
export const sharedFilesMax = 20;

/** Whether the system's share sheet takes pictures themselves, to save or to send them. */
const takesFiles = (): boolean =>
  'canShare' in navigator &&
  navigator.canShare({ files: [new File(['x'], 'x.jpg', { type: 'image/jpeg' })] });

/** Hands photos to the share sheet of the system; `share` is undefined where it takes none. */
export function useShareFiles() {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.share'));
  const [pending, setPending] = useState(false);

  const open = async (files: File[]) => {
    try {
      await navigator.share({ files });
    } catch (error) {
      const { name } = error as Error;
      // Closing the sheet is no error. After a long download the browser wants another press.
      if (name === 'NotAllowedError')
        toast.info(t('photos.files_ready'), { label: t('photos.share_files'), run: () => void open(files) });
      else if (name !== 'AbortError') showError(error);
    }
  };
  const share = async (photos: readonly SharedFile[]) => {
    setPending(true);
    try {
      await open(await Promise.all(photos.map(fetchFile)));
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  };
  return { share: takesFiles() ? share : undefined, pending };
}

async function fetchFile({ url, filename }: SharedFile): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The photo was answered with ${response.status}`);
  const blob = await response.blob();
  return new File([blob], filename, { type: blob.type });
}
