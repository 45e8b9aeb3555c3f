import { ActionIcon, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import {
  useOwnGuestPhotos,
  useOwnGuestPicture,
} from '#client/features/sharing/opened-share-link/api/guest-upload-link.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { toast } from '#client/lib/toast.ts';
import type { GuestSender } from '#client/lib/upload/send.ts';
import type { OwnGuestPhoto } from '#server/contract/schemas/guest-photos.ts';
import classes from './own-guest-photos.module.css';

const shownAtOnce = 24;

interface OwnGuestPhotosProps {
  guest: GuestSender;
  /** How many photos this page has sent: the server's answer may be older, or not here yet. */
  sent: number;
}

/** What this browser has sent by the link, with its state; photos that wait can be deleted. Nothing where it sent nothing. */
export function OwnGuestPhotos({ guest, sent }: OwnGuestPhotosProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const fail = useErrorToast(t('failed.guest_photo_withdraw'));
  const { own, withdraw } = useOwnGuestPhotos(guest);
  const [shown, setShown] = useState(shownAtOnce);
  const photos = own.data?.photos ?? [];

  const askDelete = async ({ id }: OwnGuestPhoto) => {
    const yes = await confirm({
      title: t('send_photos.ask_delete'),
      body: t('send_photos.ask_delete_text'),
      confirm: t('common.delete'),
      danger: true,
    });
    if (yes) withdraw.mutate(id, { onSuccess: () => toast.success(t('send_photos.deleted')), onError: fail });
  };

  if (!own.error && sent === 0 && photos.length === 0) return null;
  return (
    <Section title={t('send_photos.sent')} text={t('send_photos.sent_text')} stacked>
      {own.error && photos.length === 0 && <ErrorState title={t('failed.guest_photos_load')} of={own} />}
      <ul className={classes.list}>
        {photos.slice(0, shown).map((photo) => (
          <OwnRow key={photo.id} guest={guest} photo={photo} onDelete={() => void askDelete(photo)} />
        ))}
      </ul>
      <MoreButton
        shown={Math.min(shown, photos.length)}
        total={photos.length}
        loading={false}
        onMore={() => setShown(shown + shownAtOnce)}
      />
      {photos.some(({ state }) => state === 'accepted') && (
        <Text size="sm" c="dimmed" mt="md">
          {t('send_photos.accepted_text')}
        </Text>
      )}
    </Section>
  );
}

interface OwnRowProps {
  guest: GuestSender;
  photo: OwnGuestPhoto;
  onDelete: () => void;
}

function OwnRow({ guest, photo, onDelete }: OwnRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const waits = photo.state === 'waiting';
  return (
    <li className={classes.row}>
      {waits && <OwnPicture guest={guest} photo={photo} />}
      <div className={classes.words}>
        <span className={classes.name}>{photo.filename}</span>
        <span className={classes.facts}>
          <StatusBadge tone={waits ? 'waiting' : 'good'}>{t(`send_photos.state.${photo.state}`)}</StatusBadge>
          <span>{dateTime(photo.sent_at)}</span>
        </span>
      </div>
      {waits && (
        <ActionIcon
          color="red"
          aria-label={t('send_photos.delete', { name: photo.filename })}
          onClick={onDelete}
        >
          <IconTrash size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  );
}

function OwnPicture({ guest, photo }: Omit<OwnRowProps, 'onDelete'>) {
  const { t } = useTranslation();
  const url = useOwnGuestPicture(guest, photo.id);
  if (!url) return <span className={classes.picture} />;
  return (
    <img className={classes.picture} src={url} alt={t('send_photos.picture', { name: photo.filename })} />
  );
}
