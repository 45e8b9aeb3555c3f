import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { DecideForm } from './decide-form.tsx';
import { MarkedPhoto } from './marked-photo.tsx';
import { SameFile } from './same-file.tsx';
import classes from './takedown-card.module.css';
import { TakedownStatus } from './takedown-status.tsx';

interface TakedownCardProps {
  galleryId: string;
  /** Several photos of one request are decided together. */
  takedowns: [Takedown, ...Takedown[]];
}

/** One request with its photos, its clock and the decision. */
export function TakedownCard({ galleryId, takedowns }: TakedownCardProps) {
  const [takedown] = takedowns;
  const { together: count } = takedown;
  const isOne = count === 1;
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { photo, cause, decided, asked_by, share_link, answer } = takedown;
  const of = (what: 'reason' | 'contact') => [...new Set(takedowns.flatMap((each) => each[what] || []))];
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
    <li id={takedown.id} tabIndex={-1} className={isOne ? classes.card : `${classes.card} ${classes.whole}`}>
      {isOne && (
        <MarkedPhoto
          photo={photo}
          url={photo.thumbnail_url}
          alt={photo.filename}
          mark={takedown.mark}
          face={takedown.face}
          maxHeight={240}
        />
      )}
      <div className={classes.words}>
        <div className={classes.facts}>
          <h2 className={classes.title}>
            {isOne ? photo.filename : t('takedowns.photos_asked', { count, n: number(count) })}
          </h2>
          <TakedownStatus takedown={takedown} />
          {decided === null && !takedown.hides && (
            <StatusBadge tone="quiet">{t('takedowns.not_hidden')}</StatusBadge>
          )}
          {isOne && takedown.face && <StatusBadge tone="quiet">{t('takedowns.about_face')}</StatusBadge>}
        </div>
        <Text size="sm" c="dimmed">
          {said()}
        </Text>
        {of('reason').map((reason) => (
          <blockquote key={reason} className={classes.quote}>
            {reason}
          </blockquote>
        ))}
        {of('contact').map((contact) => (
          <Text key={contact} size="sm">
            {t('takedowns.reach', { contact })}
          </Text>
        ))}
        {decided && (
          <Text size="sm">
            {t('takedowns.decided', {
              date: dateTime(takedown.decided_at ?? takedown.asked_at),
              name: takedown.decided_by ?? t('common.unknown'),
            })}
          </Text>
        )}
        {answer && <blockquote className={classes.quote}>{answer}</blockquote>}
        {isOne && <SameFile photos={takedown.same_file} />}
        {decided === 'declined' && isOne && (
          <AnchorLink to="/gallery/$galleryId" params={{ galleryId }} search={{ photo: photo.id }}>
            {t('takedowns.hide_again')}
          </AnchorLink>
        )}
        {decided !== 'declined' && (
          <DecideForm
            galleryId={galleryId}
            takedowns={takedowns}
            isAsked={asked_by !== null || share_link !== null}
          />
        )}
      </div>
    </li>
  );
}
