import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '#client/lib/use-focus-back.ts';

/** The one dialog: Escape closes it, and the focus goes back to where it came from. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return <Modal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
