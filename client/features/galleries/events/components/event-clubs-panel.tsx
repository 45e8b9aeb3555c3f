import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '#client/components/ui/data/data-table.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { SearchAndAdd } from '#client/components/ui/forms/search-and-add.tsx';
import type { PickerOption, PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { IconShield } from '#client/icons/shield.ts';
import { toast } from '#client/lib/toast.ts';
import type { EventDetail } from '#server/contract/schemas/events.ts';
import { useEventClubs } from '../api/event-clubs.ts';

type ClubRow = EventDetail['clubs'][number];

interface EventClubsPanelProps {
  event: EventDetail;
  /** Comes from the clubs feature; the page passes it in. */
  useClubSearch: (query: string) => PickerResults;
}

/** The clubs of an event; their members see its galleries. */
export function EventClubsPanel({ event, useClubSearch }: EventClubsPanelProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const showError = useErrorToast(t('failed.event_club'));
  const clubs = useEventClubs();
  const selection = useSelection();
  const { run, progress } = useBulk();
  const ids = event.clubs.map((club) => club.id);
  const listed = [...ids, ...event.pending_club_ids];

  const add = (club: PickerOption, done: () => void) =>
    clubs.set.mutate(
      { id: event.id, club_ids: [...listed, club.id], seen: { club_ids: listed } },
      {
        onSuccess: ({ clubs: counting }) => {
          const counts = counting.some(({ id }) => id === club.id);
          toast.success(
            t(counts ? 'manage_event.club_added' : 'manage_event.club_asked', { name: club.label }),
          );
          done();
        },
        onError: showError,
      },
    );

  const remove = (chosen: string[]) =>
    run({
      kind: 'remove_clubs',
      ids: chosen,
      nameOf: (id) => event.clubs.find((club) => club.id === id)?.name,
      work: (club_id) => clubs.remove.mutateAsync({ id: event.id, club_id }),
      after: selection.clear,
    });

  const columns: Column<ClubRow>[] = [
    {
      key: 'name',
      header: t('clubs.name'),
      main: true,
      cell: (row) => (
        <Group gap="sm" wrap="nowrap">
          <ClubAvatar name={row.name} size={36} />
          <b>{row.name}</b>
        </Group>
      ),
    },
    { key: 'sport', header: t('clubs.sport_type'), cell: (row) => row.sport_type },
    {
      key: 'members',
      header: t('clubs.member_count'),
      end: true,
      cell: (row) => number(row.member_count),
    },
  ];

  return (
    <Stack gap="lg">
      <SearchAndAdd
        label={t('manage_event.find_club')}
        placeholder={t('manage_event.find_club_hint')}
        button={t('manage_event.add_club')}
        useResults={useClubSearch}
        without={listed}
        pending={clubs.set.isPending}
        onAdd={add}
      />
      {event.pending_club_ids.length > 0 && (
        <Text size="sm">{t('manage_event.clubs_asked', { count: event.pending_club_ids.length })}</Text>
      )}
      {event.clubs.length === 0 ? (
        <EmptyState
          icon={IconShield}
          title={t('manage_event.no_clubs')}
          text={t('manage_event.no_clubs_text')}
        />
      ) : (
        <DataTable
          caption={t('events.clubs')}
          columns={columns}
          rows={event.clubs}
          idOf={(row) => row.id}
          nameOf={(row) => row.name}
          selection={selection}
          rowActions={(row) => (
            <Button
              variant="subtle"
              color="red"
              px="sm"
              aria-label={t('manage_event.remove_named', { name: row.name })}
              onClick={() => void remove([row.id])}
            >
              {t('common.remove')}
            </Button>
          )}
        />
      )}
      <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
        <SelectionAction destroys loading={progress !== null} onClick={() => void remove([...selection.ids])}>
          {t('bulk.remove_clubs.confirm', { count: selection.count })}
        </SelectionAction>
      </SelectionBar>
    </Stack>
  );
}
