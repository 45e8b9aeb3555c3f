import { ActionIcon, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '#client/components/ui/data/card.tsx';
import { DateTile } from '#client/components/ui/data/date-tile.tsx';
import { AnchorLink, ButtonLink } from '#client/components/ui/elements/links.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconMapPin } from '#client/icons/map-pin.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconTrash } from '#client/icons/trash.ts';
import type { Event } from '#server/contract/schemas/events.ts';
import classes from './event-card.module.css';
import { TakeOwnClubsOff } from './take-own-clubs-off.tsx';

interface EventCardProps {
  event: Event;
  onEdit: () => void;
  onDelete: () => void;
  chosen: boolean;
  onChoose?: (() => void) | undefined;
}

/** A club name may contain a comma; then the names are not split. */
function clubsOf({ club_names, club_count }: Event): string[] {
  const names = club_names.split(', ').filter(Boolean);
  return names.length === club_count ? names : [club_names];
}

export function EventCard({ event, onEdit, onDelete, chosen, onChoose }: EventCardProps) {
  const { t } = useTranslation();
  const { longDate, date, number } = useFormat();
  const clubs = clubsOf(event);
  return (
    <Card
      mark={<DateTile date={event.event_date} past={event.is_past} />}
      name={
        <AnchorLink inherit c="inherit" to="/events/$eventId/galleries" params={{ eventId: event.id }}>
          {event.name}
        </AnchorLink>
      }
      facts={
        <p className={classes.when}>
          <StatusBadge tone={event.is_past ? 'quiet' : 'info'}>
            {t(event.is_past ? 'events.past' : 'events.upcoming')}
          </StatusBadge>
          <span>{longDate(event.event_date)}</span>
        </p>
      }
      chosen={chosen}
      tools={
        onChoose && (
          <Checkbox
            className={classes.choose}
            checked={chosen}
            onChange={onChoose}
            aria-label={t('table.select_row', { name: event.name })}
          />
        )
      }
    >
      {event.club_count > 0 && (
        <ul className={classes.clubs} aria-label={t('events.clubs')}>
          {clubs.map((club) => (
            <li key={club} className={classes.club}>
              {club}
            </li>
          ))}
        </ul>
      )}
      {event.location && (
        <p className={classes.place}>
          <IconMapPin size={16} stroke={1.7} />
          {event.location}
        </p>
      )}
      <p className={classes.description}>{event.description}</p>
      <div className={classes.foot}>
        <p className={classes.facts}>
          <span>{t('events.club_count', { count: event.club_count, n: number(event.club_count) })}</span>
          <span>{t('galleries.count', { count: event.gallery_count, n: number(event.gallery_count) })}</span>
          <span>
            {t('events.created', {
              date: date(event.created_at),
              name: event.created_by_username ?? t('common.unknown'),
            })}
          </span>
        </p>
        {!event.permissions.can_manage && <TakeOwnClubsOff event={event} />}
        {event.permissions.can_manage && (
          <ButtonLink
            variant="default"
            to="/events/$eventId/manage"
            params={{ eventId: event.id }}
            aria-label={t('events.manage_named', { name: event.name })}
          >
            {t('events.manage')}
          </ButtonLink>
        )}
        {event.permissions.can_manage && (
          <ActionIcon
            className={classes.tools}
            aria-label={t('events.edit_named', { name: event.name })}
            onClick={onEdit}
          >
            <IconPencil size={20} stroke={1.6} />
          </ActionIcon>
        )}
        {event.permissions.can_delete && (
          <ActionIcon
            color="red"
            aria-label={t('events.delete_named', { name: event.name })}
            onClick={onDelete}
          >
            <IconTrash size={20} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </Card>
  );
}
