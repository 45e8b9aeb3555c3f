import { Alert, Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PageNoticeProps {
  title: string;
  children: ReactNode;
  /** Yellow where waiting loses something. */
  color: 'gray' | 'yellow' | 'blue';
  /** What the reader can do about it: a link, or buttons. */
  action?: ReactNode;
  /** The reader has read it and wants it gone. */
  onClose?: () => void;
}

/** Tells the reader of a page what to know before its content. */
export function PageNotice({ title, children, color, action, onClose }: PageNoticeProps) {
  const { t } = useTranslation();
  return (
    <Alert
      role="status"
      mb="md"
      color={color}
      title={title}
      {...(onClose && { withCloseButton: true, closeButtonLabel: t('common.close'), onClose })}
    >
      {children}
      {action && <Box mt="xs">{action}</Box>}
    </Alert>
  );
}
