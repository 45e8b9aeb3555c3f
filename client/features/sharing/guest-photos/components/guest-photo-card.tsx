import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { WaitingGuestPhoto } from '#server/contract/schemas/guest-photos.ts';
import classes from './guest-photos-review.module.css';

interface GuestPhotoCardProps {
  photo: WaitingGuestPhoto;
  selected: boolean;
  disabled: boolean;
  onSelect: () => void;
  onEnlarge: () => void;
  onAccept: () => void;
  onDecline: () => void;
}

/** One photo that waits: who sent it and when, and the two decisions. */
export function GuestPhotoCard({ photo, selected, disabled, ...on }: GuestPhotoCardProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { filename, guest_name, share_link, sent_at, thumbnail_url, width, height, damage } = photo;
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.enlarge}
          aria-label={t('guest_photos.enlarge', { name: filename })}
          onClick={on.onEnlarge}
        >
          <img src={thumbnail_url} alt="" width={width} height={height} loading="lazy" />
        </button>
        <Checkbox
          className={classes.select}
          size="md"
          aria-label={t('guest_photos.select', { name: filename })}
          checked={selected}
          onChange={on.onSelect}
        />
      </div>
      <div className={classes.words}>
        <span className={classes.guest}>
          {guest_name ? t('guest_photos.from', { name: guest_name }) : t('guest_photos.no_name')}
        </span>
        <span>{t('guest_photos.sent', { date: dateTime(sent_at) })}</span>
        {damage && <StatusBadge tone="waiting">{t(`photos.damage.${damage}`)}</StatusBadge>}
        {share_link && <span>{t('guest_photos.by_link', { link: share_link })}</span>}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={disabled}
          aria-label={t('guest_photos.decline_named', { name: filename })}
          onClick={on.onDecline}
        >
          {t('guest_photos.decline')}
        </Button>
        <Button
          disabled={disabled}
          aria-label={t('guest_photos.accept_named', { name: filename })}
          onClick={on.onAccept}
        >
          {t('guest_photos.accept')}
        </Button>
      </div>
    </li>
  );
}
