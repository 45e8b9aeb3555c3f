import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLazyMenu } from '#client/components/ui/overlays/use-lazy-menu.ts';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { IconBell } from '#client/icons/bell.ts';
import { useNotificationPush, useUnreadCount } from '../api/unread.ts';
import classes from './notifications-button.module.css';

const load = () =>
  withAllTexts(() => import('./notifications-popover.tsx')).then((module) => module.NotificationsPopover);

/** The bell: opens a popover, on a phone the notifications page. */
export function NotificationsButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 48em)');
  const { Panel, button, state } = useLazyMenu(load);
  const unread = useUnreadCount();
  useNotificationPush();
  const label = unread ? t('notifications.unread', { count: unread }) : t('shell.notifications');
  return (
    <>
      <ActionIcon
        {...button}
        {...(phone
          ? { 'aria-expanded': undefined, onClick: () => void navigate({ to: '/notifications' }) }
          : { 'aria-haspopup': 'dialog' as const })}
        title={label}
        aria-label={label}
        className={classes.button}
      >
        <IconBell size={20} stroke={1.6} />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
      {Panel && !phone && <Panel {...state} />}
    </>
  );
}
