import { Alert, Box } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageNoticeProps {
  title: string;
  children: ReactNode;
  /** Yellow where waiting loses something. */
  color: 'gray' | 'yellow' | 'blue';
  /** What the reader can do about it: a link, or buttons. */
  action?: ReactNode;
}

/** Tells the reader of a page what to know before its content. */
export function PageNotice({ title, children, color, action }: PageNoticeProps) {
  return (
    <Alert mb="md" color={color} title={title}>
      {children}
      {action && <Box mt="xs">{action}</Box>}
    </Alert>
  );
}
