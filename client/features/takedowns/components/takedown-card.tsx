import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { DecideForm } from './decide-form.tsx';
import { MarkedPhoto } from './marked-photo.tsx';
import { SameFile } from './same-file.tsx';
import classes from './takedown-card.module.css';
import { TakedownStatus } from './takedown-status.tsx';

/** One request with its photo, its clock and the decision. */
export function TakedownCard({ galleryId, takedown }: { galleryId: string; takedown: Takedown }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { photo, cause, decided, asked_by, share_link, reason, contact, answer } = takedown;
  const date = dateTime(takedown.asked_at);
  const said = () => {
    if (cause) return t('takedowns.hidden_since', { date, why: t(`takedowns.cause.${cause}`) });
    if (asked_by) return t('takedowns.asked', { date, who: t('takedowns.by_account', { name: asked_by }) });
    // Stored before causes were, or who asked is gone.
    if (share_link === null) return t('takedowns.hidden_since', { date, why: t('takedowns.cause.unknown') });
    const link = share_link || t('share_links.unnamed');
    return t('takedowns.asked', { date, who: t('takedowns.by_visitor', { link }) });
  };
  return (
    <li id={takedown.id} tabIndex={-1} className={classes.card}>
      <MarkedPhoto
        photo={photo}
        url={photo.thumbnail_url}
        alt={photo.filename}
        mark={takedown.mark}
        face={takedown.face}
        maxHeight={240}
      />
      <div className={classes.words}>
        <div className={classes.facts}>
          <h2 className={classes.title}>{photo.filename}</h2>
          <TakedownStatus takedown={takedown} />
          {takedown.face && <StatusBadge tone="quiet">{t('takedowns.about_face')}</StatusBadge>}
        </div>
        <Text size="sm" c="dimmed">
          {said()}
        </Text>
        {reason && <blockquote className={classes.quote}>{reason}</blockquote>}
        {contact && <Text size="sm">{t('takedowns.reach', { contact })}</Text>}
        {decided && (
          <Text size="sm">
            {t('takedowns.decided', {
              date: dateTime(takedown.decided_at ?? takedown.asked_at),
              name: takedown.decided_by ?? t('common.unknown'),
            })}
          </Text>
        )}
        {answer && <blockquote className={classes.quote}>{answer}</blockquote>}
        <SameFile photos={takedown.same_file} />
        {decided !== 'declined' && (
          <DecideForm
            galleryId={galleryId}
            takedown={takedown}
            isAsked={asked_by !== null || share_link !== null}
          />
        )}
      </div>
    </li>
  );
}
