import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAllowPastEvents } from '#client/hooks/use-allow-past-events.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconAlertTriangle } from '#client/icons/alert-triangle.ts';
import { IconCalendarEvent } from '#client/icons/calendar-event.ts';
import { IconCalendarX } from '#client/icons/calendar-x.ts';
import { IconCamera } from '#client/icons/camera.ts';
import { IconCheck } from '#client/icons/check.ts';
import { IconDatabase } from '#client/icons/database.ts';
import { IconDevices } from '#client/icons/devices.ts';
import { IconEye } from '#client/icons/eye.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconHandStop } from '#client/icons/hand-stop.ts';
import { IconLinkOff } from '#client/icons/link-off.ts';
import { IconLinkPlus } from '#client/icons/link-plus.ts';
import { IconMessageQuestion } from '#client/icons/message-question.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconPhotoCheck } from '#client/icons/photo-check.ts';
import { IconPhotoQuestion } from '#client/icons/photo-question.ts';
import { IconShield } from '#client/icons/shield.ts';
import { IconUserCheck } from '#client/icons/user-check.ts';
import { IconUserHeart } from '#client/icons/user-heart.ts';
import { IconUserMinus } from '#client/icons/user-minus.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import { IconUserQuestion } from '#client/icons/user-question.ts';
import { IconUserX } from '#client/icons/user-x.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';
import type { NotificationKind } from '#server/contract/notification-kinds.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import classes from './notification-row.module.css';

const icons = {
  welcome: IconCamera,
  getting_started_clubs: IconShield,
  getting_started_galleries: IconPhoto,
  getting_started_first_club: IconShield,
  getting_started_photographer: IconCamera,
  membership_requested: IconUserPlus,
  membership_approved: IconUserCheck,
  membership_rejected: IconUserX,
  membership_ended: IconUserMinus,
  gallery_created: IconPhoto,
  photos_processed: IconPhotoCheck,
  jobs_failed: IconAlertTriangle,
  past_events_asked: IconCalendarEvent,
  backup_failed: IconAlertTriangle,
  photo_file_cut: IconAlertTriangle,
  storage_filling: IconDatabase,
  link_expiring: IconLinkOff,
  gallery_asked: IconLinkPlus,
  gallery_ending: IconCalendarX,
  left_people_ending: IconCalendarX,
  own_data_ending: IconCalendarX,
  consent_requested: IconMessageQuestion,
  consent_refused: IconHandStop,
  guardianship_requested: IconUserHeart,
  people_asked: IconPhotoQuestion,
  people_answered: IconPhotoCheck,
  guardianship_decided: IconUserHeart,
  guardian_joined: IconUserHeart,
  guardianship_declined: IconUserX,
  guardian_missing: IconUserQuestion,
  erasure_asked: IconUserMinus,
  erasure_declined: IconUserCheck,
  person_erased: IconUserMinus,
  new_device: IconDevices,
  api_key_added: IconDevices,
  passkey_added: IconDevices,
  passkey_removed: IconDevices,
  identity_connected: IconShield,
  identity_disconnected: IconShield,
  second_factor_added: IconShield,
  second_factor_removed: IconShield,
  recovery_codes_renewed: IconShield,
  recovery_code_used: IconShield,
  factor_removal_asked: IconShield,
  club_without_admin: IconShield,
  club_asked: IconPhotoQuestion,
  gallery_taken_over: IconShield,
  takedown_asked: IconEyeOff,
  takedown_granted: IconEyeOff,
  takedown_declined: IconEye,
  guest_photos_waiting: IconPhotoQuestion,
  photos_waiting: IconPhotoQuestion,
  refused_outside: IconHandStop,
} satisfies Record<NotificationKind, unknown>;

/** Default params of the texts; the server omits unknown ones. */
const facts = {
  user: '',
  club: '',
  child: '',
  gallery: '',
  event: '',
  link: '',
  answer: '',
  date: '',
  percent: 0,
  answered: 0,
  count: 1,
};

interface NotificationRowProps {
  notification: Notification;
  onRead: () => void;
  /** Called when the notification is opened. */
  onOpen?: () => void;
}

export function NotificationRow({ notification, onRead, onOpen }: NotificationRowProps) {
  const { t } = useTranslation();
  const { ago, date, dateTime } = useFormat();
  const installation = useInstallationName();
  const Mark = icons[notification.kind];
  const unread = notification.read_at === null;
  const settled = notification.settled_at !== null;
  const params = {
    ...facts,
    installation,
    ...notification.params,
    count: Number(notification.params.count ?? 1),
    ...(notification.params.date ? { date: date(String(notification.params.date)) } : {}),
  };
  const open = () => {
    if (unread) onRead();
    onOpen?.();
  };
  return (
    <li className={classes.row} data-unread={unread || undefined} data-kind={notification.kind}>
      <span className={classes.mark}>
        <Mark size={22} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        <Link to={(notification.href ?? '/notifications') as '/'} className={classes.sentence} onClick={open}>
          {t(`notification_texts.kind.${notification.kind}`, params)}
        </Link>
        <span className={classes.hint}>
          {settled ? t('notifications.settled') : t(`notification_texts.hint.${notification.kind}`, params)}
        </span>
        <time
          className={classes.when}
          dateTime={notification.created_at}
          title={dateTime(notification.created_at)}
        >
          {ago(notification.created_at)}
        </time>
      </div>
      {notification.kind === 'past_events_asked' && !settled && <AllowPastEvents />}
      {unread && (
        <>
          <span className={classes.hidden}>{t('notifications.unread_mark')}</span>
          <Tooltip label={t('notifications.mark_read')}>
            <ActionIcon className={classes.read} aria-label={t('notifications.mark_read')} onClick={onRead}>
              <IconCheck size={20} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </li>
  );
}

function AllowPastEvents() {
  const { t } = useTranslation();
  const allow = useAllowPastEvents();
  const failToAllow = useErrorToast();
  return (
    <Button
      variant="default"
      loading={allow.isPending}
      onClick={() => allow.mutate({ allow_past_events: true }, { onError: failToAllow })}
    >
      {t('notifications.allow')}
    </Button>
  );
}
