import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { QuickShare } from './quick-share.tsx';

type QuickShareDialogProps = ComponentProps<typeof QuickShare> & { onClose: () => void };

/** Opening it publishes nothing. */
export function QuickShareDialog({ onClose, ...props }: QuickShareDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('share_links.share')} size="sm">
      <QuickShare {...props} />
    </Dialog>
  );
}
