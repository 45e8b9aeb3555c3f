import { Skeleton, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { IconEyeCheck } from '#client/icons/eye-check.ts';
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
  const cards = list.data && cardsOf(list.data.takedowns);
  const place = cards?.find((card) => card.some(({ id }) => id === hash))?.[0].id;
  const ledTo = useRef('');
  useEffect(() => {
    // Once for each link: a decision moves nobody.
    if (!place || ledTo.current === hash) return;
    ledTo.current = hash;
    leadTo(document.getElementById(place));
  }, [hash, place]);
  if (list.error && !list.data) return <ErrorState title={t('failed.takedowns_load')} of={list} />;
  if (!cards) return <Skeleton h={240} />;
  if (cards.length === 0)
    return <EmptyState icon={IconEyeCheck} title={t('takedowns.none')} text={t('takedowns.none_text')} />;
  return (
    <Stack component="ul" gap="lg" className={classes.list}>
      {cards.map((card) => {
        const [{ id, cause, decided }] = card;
        return cause && decided !== 'declined' ? (
          <DeletionCard key={id} galleryId={galleryId} takedowns={card} />
        ) : (
          <TakedownCard key={id} galleryId={galleryId} takedowns={card} />
        );
      })}
    </Stack>
  );
}

/** Photos that are decided about together follow each other; the last of them may be on another page. */
function cardsOf(takedowns: readonly Takedown[]): [Takedown, ...Takedown[]][] {
  const cards: [Takedown, ...Takedown[]][] = [];
  const rest = [...takedowns];
  for (let first = rest.shift(); first; first = rest.shift())
    cards.push([first, ...rest.splice(0, first.together - 1)]);
  return cards;
}

/** Links of a club's list name a request. */
function leadTo(place: HTMLElement | null): void {
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}
