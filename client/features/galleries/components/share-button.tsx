import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/lib/use-error-toast.ts';

interface ShareButtonProps {
  url: string;
  title: string;
}

/** The system's own way to send a link on; where there is none, the link is copied instead. */
export function ShareButton({ url, title }: ShareButtonProps) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.share'));
  if (!('share' in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Thought better of it: no failure.
      if ((error as Error).name !== 'AbortError') showError(error);
    }
  };
  return (
    <Button leftSection={<IconShare size={18} aria-hidden="true" />} onClick={() => void share()}>
      {t('share_links.share')}
    </Button>
  );
}
