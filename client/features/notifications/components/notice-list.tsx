import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { useMarkRead } from '../api/list-notifications.ts';
import classes from './notice-row.module.css';
import { NoticeRow } from './notice-row.tsx';

interface NoticeListProps {
  notices: Notification[];
  onOpen?: () => void;
}

/** Opening a notice marks it as read; so does its tick, without going anywhere. */
export function NoticeList({ notices, onOpen }: NoticeListProps) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { one } = useMarkRead();
  return (
    <ul className={classes.list} aria-label={t('notices.list')}>
      {notices.map((notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          onRead={() => one.mutate({ id: notice.id }, { onError: showError })}
          {...(onOpen ? { onOpen } : {})}
        />
      ))}
    </ul>
  );
}
