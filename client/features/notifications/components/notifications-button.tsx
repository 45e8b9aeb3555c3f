import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNotificationPush, useUnread } from '../api/unread.ts';
import classes from './notifications-button.module.css';

export function NotificationsButton() {
  const { t } = useTranslation();
  const unread = useUnread();
  useNotificationPush();
  const label = unread ? t('notifications.unread', { count: unread }) : t('shell.notifications');
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to="/notifications" aria-label={label} className={classes.button}>
        <IconBell size={20} stroke={1.6} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
