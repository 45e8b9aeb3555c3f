import { ActionIcon, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotificationPush, useUnread } from '../api/unread.ts';
import classes from './notifications-button.module.css';

const NoticesPopover = lazy(() =>
  import('./notices-popover.tsx').then((module) => ({ default: module.NoticesPopover })),
);

/** The bell: a short list where there is room for it, the whole page on the phone. */
export function NotificationsButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 48em)');
  const [open, setOpen] = useState(false);
  const unread = useUnread();
  useNotificationPush();
  const label = unread ? t('notifications.unread', { count: unread }) : t('shell.notifications');
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ActionIcon
          title={label}
          aria-label={label}
          className={classes.button}
          onClick={() => (phone ? void navigate({ to: '/notifications' }) : setOpen(!open))}
        >
          <IconBell size={20} stroke={1.6} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes.badge} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense>{open && <NoticesPopover onClose={() => setOpen(false)} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
