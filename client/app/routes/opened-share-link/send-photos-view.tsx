import { Alert, Box, Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageNotice } from '#client/components/ui/feedback/page-notice.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { DropArea } from '#client/features/galleries/photos/components/drop-area.tsx';
import { UploadList } from '#client/features/galleries/photos/components/upload-list.tsx';
import { UploadProgress } from '#client/features/galleries/photos/components/upload-progress.tsx';
import { guestKeyOf } from '#client/features/sharing/opened-share-link/api/guest-key.ts';
import { useOwnGuestPhotos } from '#client/features/sharing/opened-share-link/api/guest-upload-link.ts';
import { useUnsentBefore } from '#client/features/sharing/opened-share-link/api/unsent-guest-photos.ts';
import { OwnGuestPhotos } from '#client/features/sharing/opened-share-link/components/own-guest-photos.tsx';
import { isLinkOver } from '#client/features/sharing/opened-share-link/components/share-link-error.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import { IconCheck } from '#client/icons/check.ts';
import { isCode } from '#client/lib/error-message.ts';
import { isHeldBack, retryHeld } from '#client/lib/upload/held-back.ts';
import {
  addFiles,
  isFinalFailure,
  onUploaded,
  retryFailed,
  showUploadsInDialog,
  startUploads,
  useUploads,
} from '#client/lib/upload/queue.ts';
import type { GuestSender } from '#client/lib/upload/send.ts';
import { summaryOf } from '#client/lib/upload/summary.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { GuestUploadLink } from '#server/contract/schemas/guest-photos.ts';

/** How often the page asks whether the link takes photos again. */
const askAgainMs = 30_000;

interface SendPhotosViewProps {
  token: string;
  link: GuestUploadLink;
  /** Something was refused because of the link: it ended, or its password is asked for again. */
  onLinkFailed: () => unknown;
}

/** What happens to photos, a name, choosing and sending them, and those that were sent. */
export function SendPhotosView({ token, link, onLinkFailed }: SendPhotosViewProps) {
  const { t } = useTranslation();
  const { number, list } = useFormat();
  const until = useUntil();
  const [name, setName] = useState('');
  const guest = useGuest(token, link.unlock_token, name);
  const { items, running, speed } = useUploads();
  const before = useUnsentBefore(token);
  // The queue is that of the whole browser; galleries have other ids.
  const target = { id: `guest ${token}`, name: link.gallery };
  const mine = items.filter((item) => item.galleryId === target.id);
  const summary = summaryOf(mine);
  const waiting = mine.filter((item) => item.status === 'pending').length;
  const open = mine.filter((item) => item.status !== 'done');
  const isHeld = mine.some(isHeldBack);
  const { own, refresh } = useOwnGuestPhotos(guest, isHeld ? askAgainMs : undefined);
  const places = own.data?.places_left;
  const isBegun = mine.some(({ begun }) => begun);
  const linkFailed = [own.error, ...mine.map(({ error }) => error)].some(
    (error) => isLinkOver(error) || isCode(error, 'link_password_required'),
  );

  useEffect(showUploadsInDialog, []);
  // Once for each answer: what is refused again waits for the next.
  const goOn = useEffectEvent(() => {
    if (isHeld && places !== undefined) retryHeld(mine, places ?? Number.POSITIVE_INFINITY);
  });
  useEffect(() => {
    if (own.dataUpdatedAt > 0) goOn();
  }, [own.dataUpdatedAt]);
  useEffect(() => onUploaded((id) => void (id === target.id && refresh())), [target.id, refresh]);
  useEffect(() => {
    if (linkFailed) onLinkFailed();
  }, [linkFailed, onLinkFailed]);

  return (
    <Page>
      <PageHeader
        title={t('send_photos.title', { gallery: link.gallery })}
        facts={
          <>
            {link.clubs.length > 0 && <span>{list(link.clubs)}</span>}
            {link.asked_by && <span>{t('send_photos.asked', { name: link.asked_by })}</span>}
            {link.expires_at && <span>{t('share_links.until', { date: until(link.expires_at) })}</span>}
          </>
        }
      />
      {before.count > 0 && !isBegun && (
        <Box maw={720}>
          <PageNotice
            color="yellow"
            title={t('send_photos.not_sent', { count: before.count, n: number(before.count) })}
            onClose={before.forget}
          >
            {t('send_photos.not_sent_text')}
          </PageNotice>
        </Box>
      )}
      <Stack gap="md" maw={720} mb="xl">
        <Alert title={t('send_photos.what_happens')}>
          {t('send_photos.kept', { count: link.kept_days, n: number(link.kept_days) })}
        </Alert>
        <TextInput
          label={t('send_photos.name')}
          description={t('send_photos.name_hint')}
          maxLength={inputLimits.guestNameMax}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {typeof places === 'number' && (
          <Alert color="yellow" role="status">
            {t(places === 0 ? 'send_photos.full' : 'send_photos.places', {
              count: places,
              n: number(places),
            })}
          </Alert>
        )}
        <DropArea
          compact={mine.length > 0}
          folders={false}
          onFiles={(files) => addFiles(target, files, guest)}
        />
        {isBegun && open.length > 0 && <UploadProgress summary={summary} running={running} speed={speed} />}
        {mine.length > 0 && open.length === 0 && (
          <Alert color="green" role="status" icon={<IconCheck size={20} />}>
            {t('send_photos.thanks', { count: mine.length, n: number(mine.length) })}
          </Alert>
        )}
        {open.length > 0 && <UploadList items={open} begun={isBegun} />}
        {running && <p role="status">{t('send_photos.remaining')}</p>}
        {waiting > 0 && (
          <Button size="md" onClick={startUploads} disabled={running} loading={running}>
            {t('send_photos.send', { count: waiting, n: number(waiting) })}
          </Button>
        )}
        {open.some((item) => item.status === 'error' && !isFinalFailure(item)) && !running && (
          <Button variant="default" onClick={() => retryFailed()}>
            {t('upload.retry_failed', { count: summary.retryable })}
          </Button>
        )}
      </Stack>
      <OwnGuestPhotos guest={guest} sent={summary.done} />
    </Page>
  );
}

/** One sender for all photos of this page; name and proof are those of the moment in which a photo is sent. */
function useGuest(token: string, unlock: string, name: string): GuestSender {
  const now = useRef({ unlock, name });
  now.current = { unlock, name };
  return useMemo(
    () => ({
      token,
      key: guestKeyOf(token),
      name: () => now.current.name.trim(),
      unlock: () => now.current.unlock,
    }),
    [token],
  );
}
