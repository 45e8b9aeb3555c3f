import { Modal, type ModalProps } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '#client/hooks/use-return-focus.ts';
import { keepBackButtonOnPage, useOverlay } from '#client/lib/close-topmost-overlay.ts';
import { UnsavedChangesContext } from '#client/lib/unsaved-changes.ts';
import { useConfirm } from './use-confirm.ts';

/**
 * The only dialog component. Escape, the back button and a click outside close it; the focus returns to its opener.
 * If a form inside has unsaved changes, all of them ask first.
 */
export function Dialog({ onClose, children, ...props }: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const unsaved = useRef(new Set<string>());
  useReturnFocus(props.opened);

  const report = useCallback((form: string, dirty: boolean) => {
    if (dirty) {
      unsaved.current.add(form);
      keepBackButtonOnPage();
    } else unsaved.current.delete(form);
  }, []);
  const close = async () => {
    const discard =
      unsaved.current.size === 0 ||
      (await confirm({
        title: t('unsaved.title'),
        body: t('unsaved.text'),
        confirm: t('unsaved.discard'),
        danger: true,
      }));
    if (discard) onClose();
  };
  const { mayClose } = useOverlay(props.opened, () => void close());

  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...props}
      onClose={() => {
        if (mayClose()) void close();
      }}
    >
      <UnsavedChangesContext value={report}>{children}</UnsavedChangesContext>
    </Modal>
  );
}
