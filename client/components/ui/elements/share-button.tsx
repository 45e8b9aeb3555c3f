import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconShare } from '#client/icons/share.ts';

interface ShareButtonProps {
  url: string;
  title: string;
}

/** Shares a link through the system's share sheet, or copies it where there is none. */
export function ShareButton({ url, title }: ShareButtonProps) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.share'));
  if (!('share' in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // The user cancelled the share sheet: not an error.
      if ((error as Error).name !== 'AbortError') showError(error);
    }
  };
  return (
    <Button leftSection={<IconShare size={18} />} onClick={() => void share()}>
      {t('share_links.send')}
    </Button>
  );
}
