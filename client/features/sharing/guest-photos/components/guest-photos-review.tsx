import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconPhotoCheck } from '#client/icons/photo-check.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { WaitingGuestPhoto } from '#server/contract/schemas/guest-photos.ts';
import { useGuestPhotos } from '../api/guest-photos.ts';
import { GuestPhotoCard } from './guest-photo-card.tsx';
import classes from './guest-photos-review.module.css';
import { useDecisions } from './use-decisions.ts';
import { useFocusNext } from './use-focus-next.ts';

const noPhotos: WaitingGuestPhoto[] = [];

/** The photos of guests that wait in a gallery, to accept or decline one, some or all of them. */
export function GuestPhotosReview({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation();
  const { number, list: inWords } = useFormat();
  const list = useGuestPhotos(galleryId);
  const photos = list.data?.photos ?? noPhotos;
  const focus = useFocusNext(photos);
  const { open_links: links = [], is_public = false } = list.data ?? {};
  const outside = [
    links.length > 0 &&
      t('guest_photos.seen_by', {
        count: links.length,
        links: inWords(
          links.map(({ name, has_password }) =>
            t(has_password ? 'guest_photos.link' : 'guest_photos.link_without_password', {
              name: name || t('share_links.unnamed'),
            }),
          ),
        ),
      }),
    is_public && t('guest_photos.seen_by_all'),
  ]
    .filter(Boolean)
    .join(' ');
  const decide = useDecisions(galleryId, outside, focus.focusNext);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [large, setLarge] = useState<WaitingGuestPhoto>();
  if (list.error && !list.data) return <ErrorState title={t('failed.guest_photos_load')} of={list} />;
  if (!list.data) return <Skeleton h={240} />;
  const { total } = list.data;
  if (photos.length === 0)
    return (
      <EmptyState
        icon={IconPhotoCheck}
        title={t('guest_photos.none')}
        text={t('guest_photos.none_text')}
        headingRef={focus.heading}
      />
    );
  const selected = photos.filter(({ id }) => chosen.has(id));
  const all = photos.length === 2 ? 'both' : 'all';
  const which = selected.length > 0 ? 'selected' : all;
  const ids = (selected.length > 0 ? selected : photos).map(({ id }) => id);
  const count = { count: ids.length, n: number(ids.length) };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      <Text c="dimmed" mb="md" maw="70ch">
        {t('guest_photos.lead', { days: lifetimes.guestPhotoKeptMs / dayMs })}
      </Text>
      {outside && (
        <Text mb="md" id="seen-outside">
          {outside}
        </Text>
      )}
      {total > photos.length && (
        <Text mb="md">{t('guest_photos.more', { shown: number(photos.length), total: number(total) })}</Text>
      )}
      <Group className={classes.bar} gap="sm">
        <Button variant="default" disabled={decide.isPending} onClick={() => void decide.decline(ids)}>
          {t(`guest_photos.decline_${which}`, count)}
        </Button>
        <Button
          loading={decide.isPending}
          aria-describedby={outside ? 'seen-outside' : undefined}
          onClick={() => decide.accept(ids)}
        >
          {t(`guest_photos.accept_${which}`, count)}
        </Button>
      </Group>
      <ul ref={focus.list} className={classes.list} aria-label={t('guest_photos.list')}>
        {photos.map((photo) => (
          <GuestPhotoCard
            key={photo.id}
            photo={photo}
            selected={chosen.has(photo.id)}
            disabled={decide.isPending}
            onSelect={() => toggle(photo.id)}
            onEnlarge={() => setLarge(photo)}
            onAccept={() => decide.accept([photo.id])}
            onDecline={() => void decide.decline([photo.id])}
          />
        ))}
      </ul>
      {large && (
        <Dialog opened onClose={() => setLarge(undefined)} title={large.filename} size="auto">
          <img
            className={classes.large}
            src={large.large_url}
            alt={large.filename}
            width={large.width}
            height={large.height}
          />
        </Dialog>
      )}
    </>
  );
}
