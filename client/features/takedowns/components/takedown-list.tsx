import { Skeleton, Stack } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { groupBy } from '#client/lib/group-by.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { useTakedowns } from '../api/takedowns.ts';
import { DeletionCard } from './deletion-card.tsx';
import classes from './takedown-card.module.css';
import { TakedownCard } from './takedown-card.tsx';

/** The requests to take photos of a gallery down, those that wait first. */
export function TakedownList({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation();
  const list = useTakedowns(galleryId);
  const hash = useLocation({ select: (location) => location.hash });
  const named = list.data?.takedowns.find(({ id }) => id === hash);
  const card = named && cardOf(named);
  const place = list.data?.takedowns.find((each) => cardOf(each) === card)?.id;
  const ledTo = useRef('');
  useEffect(() => {
    // Once for each link: a decision moves nobody.
    if (!place || ledTo.current === hash) return;
    ledTo.current = hash;
    leadTo(document.getElementById(place));
  }, [hash, place]);
  if (list.error && !list.data)
    return (
      <ErrorState title={t('failed.takedowns_load')} error={list.error} onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <Skeleton h={240} />;
  if (list.data.takedowns.length === 0)
    return <EmptyState icon={IconEyeCheck} title={t('takedowns.none')} text={t('takedowns.none_text')} />;
  return (
    <Stack component="ul" gap="lg" className={classes.list}>
      {[...groupBy(list.data.takedowns, cardOf)].map(([card, [first, ...others]]) =>
        first?.cause && first.decided !== 'declined' ? (
          <DeletionCard key={card} galleryId={galleryId} takedowns={[first, ...others]} />
        ) : (
          first && <TakedownCard key={card} galleryId={galleryId} takedown={first} />
        ),
      )}
    </Stack>
  );
}

/** Photos that one deletion hid are decided about together. */
const cardOf = ({ id, cause, asked_at, decided, decided_by }: Takedown): string =>
  cause && decided !== 'declined' ? [cause, asked_at, decided, decided_by].join() : id;

/** Links of a club's list name a request. */
function leadTo(place: HTMLElement | null): void {
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}
