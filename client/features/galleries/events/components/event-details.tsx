import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import type { EventDetail } from '#server/contract/schemas/events.ts';
import classes from './event-details.module.css';
import { EventEditForm } from './event-edit-form.tsx';

/** The details of an event, with editing in place. */
export function EventDetails({ event }: { event: EventDetail }) {
  const { t } = useTranslation();
  const { longDate, date } = useFormat();
  const [editing, setEditing] = useState(false);
  if (editing) return <EventEditForm event={event} onClose={() => setEditing(false)} />;
  return (
    <div className={classes.details}>
      <DescriptionList
        items={[
          [t('events.name'), event.name],
          [t('events.slug'), event.slug],
          [t('events.date'), longDate(event.event_date)],
          [t('events.location'), event.location || t('manage_event.no_location')],
          [t('manage_event.created_by'), event.created_by_username ?? t('common.unknown')],
          [t('clubs.created_at'), date(event.created_at)],
        ]}
      />
      <Text className={classes.description} c={event.description ? undefined : 'dimmed'}>
        {event.description || t('manage_event.no_description')}
      </Text>
      <Button variant="default" leftSection={<IconPencil size={18} />} onClick={() => setEditing(true)}>
        {t('common.edit')}
      </Button>
    </div>
  );
}
