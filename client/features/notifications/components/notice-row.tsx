import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCamera,
  IconCheck,
  IconLinkOff,
  IconPhoto,
  IconPhotoCheck,
  IconShield,
  IconUserCheck,
  IconUserPlus,
  IconUserX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import classes from './notice-row.module.css';

const icons = {
  welcome: IconCamera,
  getting_started_clubs: IconShield,
  getting_started_galleries: IconPhoto,
  getting_started_first_club: IconShield,
  getting_started_photographer: IconCamera,
  membership_requested: IconUserPlus,
  membership_approved: IconUserCheck,
  membership_rejected: IconUserX,
  gallery_created: IconPhoto,
  photos_processed: IconPhotoCheck,
  jobs_failed: IconAlertTriangle,
  link_expiring: IconLinkOff,
};

/** Facts a sentence may ask for; the server leaves out what it does not know. */
const facts = { user: '', club: '', gallery: '', event: '', link: '', count: 1 };

interface NoticeRowProps {
  notice: Notification;
  onRead: () => void;
  /** Called when the row itself was opened. */
  onOpen?: () => void;
}

export function NoticeRow({ notice, onRead, onOpen }: NoticeRowProps) {
  const { t } = useTranslation();
  const { ago, dateTime } = useFormat();
  const Mark = icons[notice.kind];
  const unread = notice.read_at === null;
  const params = { ...facts, ...notice.params, count: Number(notice.params.count ?? 1) };
  const open = () => {
    if (unread) onRead();
    onOpen?.();
  };
  return (
    <li className={classes.row} data-unread={unread || undefined} data-kind={notice.kind}>
      <span className={classes.mark}>
        <Mark size={22} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        <Link to={(notice.href ?? '/notifications') as '/'} className={classes.sentence} onClick={open}>
          {t(`notices.kind.${notice.kind}`, params)}
        </Link>
        <span className={classes.hint}>{t(`notices.hint.${notice.kind}`, params)}</span>
        <time className={classes.when} dateTime={notice.created_at} title={dateTime(notice.created_at)}>
          {ago(notice.created_at)}
        </time>
      </div>
      {unread && (
        <>
          <span className={classes.hidden}>{t('notices.unread_mark')}</span>
          <Tooltip label={t('notices.mark_read')}>
            <ActionIcon className={classes.read} aria-label={t('notices.mark_read')} onClick={onRead}>
              <IconCheck size={20} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </li>
  );
}
