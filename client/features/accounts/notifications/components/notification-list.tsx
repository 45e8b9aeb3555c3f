import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { useMarkRead } from '../api/list-notifications.ts';
import classes from './notification-row.module.css';
import { NotificationRow } from './notification-row.tsx';

interface NotificationListProps {
  notifications: Notification[];
  onOpen?: () => void;
}

/** Opening a notification marks it as read; so does its tick button. */
export function NotificationList({ notifications, onOpen }: NotificationListProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { one } = useMarkRead();
  return (
    <ul className={classes.list} aria-label={t('notifications.list')}>
      {notifications.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          onRead={() => one.mutate({ id: notification.id }, { onError: showError })}
          {...(onOpen ? { onOpen } : {})}
        />
      ))}
    </ul>
  );
}
