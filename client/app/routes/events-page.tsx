import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid, CardGridSkeleton } from '#client/components/ui/data/card-grid.tsx';
import { Pagination } from '#client/components/ui/data/pagination.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { clubChoices } from '#client/features/clubs/clubs/club-labels.ts';
import { eventsInput, useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { useDeleteEvent } from '#client/features/galleries/events/api/save-event.ts';
import { EventCard } from '#client/features/galleries/events/components/event-card.tsx';
import { EventFilters } from '#client/features/galleries/events/components/event-filters.tsx';
import { defaultStatus, statusOf } from '#client/features/galleries/events/components/event-time-filter.ts';
import { useCan } from '#client/hooks/use-can.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useOpenOnNewParam } from '#client/hooks/use-open-on-new-param.ts';
import { usePageInRange } from '#client/hooks/use-page-in-range.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconCalendarEvent } from '#client/icons/calendar-event.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { newestOf } from '#client/lib/newest-of.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Event } from '#server/contract/schemas/events.ts';

const EventDialog = lazyPart(() =>
  import('#client/features/galleries/events/components/event-dialog.tsx').then((m) => ({
    default: m.EventDialog,
  })),
);
const perPage = listSizes.events;

export function EventsPage() {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const navigate = useNavigate();
  const mayCreate = useCan('event.create');
  const { filters, set, clear, page, setPage, view } = useUrlFilters();
  const status = statusOf(filters.status);
  const mine = filters.mine === '1' && mayCreate;
  const events = useEvents(eventsInput(filters, mayCreate, useToday()), !usePublicSettings().pending);
  const clubs = useClubs();
  const openOnArrival = useOpenOnNewParam();
  const [creating, setCreating] = useState(openOnArrival && mayCreate);
  const [editing, setEditing] = useState<Event>();
  const selection = useSelection(view);
  usePageInRange(page, perPage, events.data?.total, setPage);
  const { run, progress } = useBulk();
  const deletion = useDeleteEvent();
  const list = events.data?.events ?? [];
  const deletable = list.filter((event) => event.permissions.can_delete).map(({ id }) => id);
  const filtered = Boolean(filters.q || filters.club || mine || status !== defaultStatus);
  const stats = events.data?.stats;

  const remove = (ids: string[]) =>
    run({
      kind: 'delete_events',
      ids,
      nameOf: (id) => list.find((event) => event.id === id)?.name,
      work: (id) => deletion.mutateAsync({ id }),
      after: selection.clear,
    });

  /** The list that one comes back to shows the event. */
  const open = async ({ id: eventId, is_past }: Event) => {
    await navigate({ to: '.', search: is_past ? { status: 'past' } : {}, replace: true });
    await navigate({ to: '/events/$eventId/manage', params: { eventId } });
  };

  return (
    <Page>
      <PageHeader
        title={t('events.title')}
        facts={
          stats && (
            <>
              <span>{t('events.stats.total', { count: stats.total, n: number(stats.total) })}</span>
              <span>{t('events.stats.upcoming', { count: stats.upcoming, n: number(stats.upcoming) })}</span>
              <span>{t('events.stats.mine', { count: stats.mine, n: number(stats.mine) })}</span>
            </>
          )
        }
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
              {t('events.create')}
            </Button>
          )
        }
      />
      <EventFilters clubs={clubs.data?.clubs ?? []} total={events.data?.total} mayShowMine={mayCreate} />
      {events.error && !events.data && (
        <ErrorState
          title={t('failed.events_load')}
          error={events.error}
          onRetry={() => void events.refetch()}
        />
      )}
      {events.isPending && <CardGridSkeleton height={260} />}
      {events.data && list.length === 0 && (
        <EmptyState
          icon={IconCalendarEvent}
          title={filtered ? t('events.none_found') : t('events.none')}
          text={filtered ? t('events.none_found_text') : t('events.none_text')}
          action={
            filtered ? (
              <Button variant="default" onClick={clear}>
                {t('common.clear_filters')}
              </Button>
            ) : (
              <Group gap="sm" justify="center">
                {mayCreate && <Button onClick={() => setCreating(true)}>{t('events.create')}</Button>}
                {stats && stats.total > stats.upcoming && (
                  <Button variant="default" onClick={() => set({ status: 'past' })}>
                    {t('events.show_past')}
                  </Button>
                )}
              </Group>
            )
          }
        />
      )}
      <CardGrid label={t('events.title')}>
        {list.map((event) => (
          <EventCard
            key={event.id}
            event={event}
            onEdit={() => setEditing(event)}
            onDelete={() => void remove([event.id])}
            chosen={selection.has(event.id)}
            onChoose={event.permissions.can_delete ? () => selection.toggle(event.id) : undefined}
          />
        ))}
      </CardGrid>
      <Pagination page={page} perPage={perPage} total={events.data?.total ?? 0} />
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {selection.count < deletable.length && (
          <SelectionAction onClick={() => selection.setAll(deletable, true)}>
            {t('common.select_all')}
          </SelectionAction>
        )}
        <SelectionAction destroys loading={progress !== null} onClick={() => void remove([...selection.ids])}>
          {t('common.delete')}
        </SelectionAction>
      </SelectionBar>
      <Suspense>
        {creating && !clubs.isPending && (
          <EventDialog
            clubs={clubChoices(clubs.data?.clubs ?? [], date)}
            clubId={filters.club}
            onClose={() => setCreating(false)}
            onCreated={(event) => void open(event)}
          />
        )}
        {editing && <EventDialog event={newestOf(list, editing)} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </Page>
  );
}
