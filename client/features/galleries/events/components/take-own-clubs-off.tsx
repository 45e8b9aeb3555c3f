import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import type { Event } from '#server/contract/schemas/events.ts';
import { useEventClubs } from '../api/event-clubs.ts';

/** For administrators of clubs that somebody else put on an event. */
export function TakeOwnClubsOff({ event }: { event: Event }) {
  const { t } = useTranslation();
  const clubs = useEventClubs();
  const { run } = useBulk();
  return event.removable_clubs.map(({ id, name }) => (
    <Button
      key={id}
      variant="default"
      aria-label={t('events.take_off_named', { club: name, name: event.name })}
      onClick={() =>
        void run({
          kind: 'remove_clubs',
          ids: [id],
          nameOf: () => name,
          work: (club_id) => clubs.remove.mutateAsync({ id: event.id, club_id }),
        })
      }
    >
      {t('events.take_off', { club: name })}
    </Button>
  ));
}
