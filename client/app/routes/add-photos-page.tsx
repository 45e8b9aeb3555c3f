import { Button, Group, MultiSelect, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useClubs } from '#client/features/clubs/clubs/api/list-clubs.ts';
import { clubChoices } from '#client/features/clubs/clubs/club-labels.ts';
import { allEvents, useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { AskForPastEvents } from '#client/features/galleries/events/components/ask-for-past-events.tsx';
import { useEarliestDate } from '#client/features/galleries/events/components/use-earliest-date.ts';
import { datedFolder } from '#client/features/galleries/events/propose-event.ts';
import { DropArea } from '#client/features/galleries/photos/components/drop-area.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { useUser } from '#client/lib/session.ts';
import type { LeftOut, PickedFile } from '#client/lib/upload/read-picked-files.ts';
import { StartedMatch } from './add-photos/started-match.tsx';
import { clubsOf, type Found, useProposal, useSameGallery, useStartMatch } from './add-photos/use-match.ts';

interface Chosen {
  /** Null: a new one. */
  eventId?: string | null;
  clubIds?: string[];
  isSame?: boolean;
}

/**
 * /add-photos: photos of a match become an event and a gallery, named from the folder and the time they were taken, and are sent
 * at once. Asked is only what nothing tells.
 */
export function AddPhotosPage() {
  const { t } = useTranslation();
  const { date, longDate } = useFormat();
  const user = useUser();
  const may = useCan('gallery.create');
  const events = useEvents(allEvents);
  const clubs = useClubs();
  const earliest = useEarliestDate();
  const today = useToday();
  const [found, setFound] = useState<Found>();
  const [reading, setReading] = useState(false);
  const [chosen, setChosen] = useState<Chosen>({});
  const start = useStartMatch();
  const open = (events.data?.events ?? []).filter(({ permissions }) => permissions.can_add_gallery);
  const allClubs = clubs.data?.clubs ?? [];
  const propose = useProposal({ events: open, clubs: allClubs });

  const first = found && events.data && clubs.data && propose(found);
  const event = open.find(({ id }) => id === chosen.eventId) ?? first?.event;
  const asksEvent = Boolean(first?.asked.length && chosen.eventId === undefined);
  const proposal = first && { ...first, event, clubIds: chosen.clubIds ?? first.clubIds };
  const makesEvent = Boolean(proposal && !event && !asksEvent);
  const isPast = Boolean(makesEvent && found && found.day < earliest);
  const lacksClub = makesEvent && proposal?.clubIds.length === 0;
  const same = useSameGallery(proposal || undefined);
  const asksIfSame = Boolean(same && chosen.isSame === undefined);
  const { mutate, isIdle } = start;
  useEffect(() => {
    const isClear = same !== undefined && !asksEvent && !asksIfSame && !isPast && !lacksClub;
    if (found && proposal && isClear && isIdle)
      mutate({ found, proposal, into: (chosen.isSame && same) || undefined });
  });

  const take = async (files: PickedFile[], leftOut: LeftOut[]) => {
    if (files.length === 0) return;
    setReading(true);
    const { captureDay } = await import('#client/lib/upload/capture-day.ts');
    const taken = await captureDay(files.map(({ file }) => file));
    setReading(false);
    const folders = files[0]?.path.split('/') ?? [];
    const folder = datedFolder(folders.length > 1 ? folders[0] : undefined, today);
    const day = folder.day ?? taken?.day;
    const dayIsOfFolder = folder.day !== undefined && !(taken?.isSaid && taken.day === folder.day);
    if (day) setFound({ files, leftOut, day, dayIsOfFolder, folder: folder.name });
  };

  if (!may) return <NotAvailable kind="forbidden" text={t('errors.gallery_create_forbidden')} back="/" />;
  const eventOptions = open.map(({ id, name, event_date }) => ({
    value: id,
    label: `${name} · ${date(event_date)}`,
  }));
  const own = new Set(clubsOf(user, allClubs));
  const clubOptions = clubChoices(allClubs, date);
  if (start.data) return <StartedMatch {...start.data} events={eventOptions} clubs={clubOptions} />;
  const needsClub = Boolean(clubs.data && events.data) && own.size === 0 && open.length === 0;
  const isAsked = found && isIdle && (asksEvent || isPast || lacksClub || asksIfSame);
  return (
    <Page>
      <PageHeader title={t('dashboard.add_photos')} facts={t('add_photos.lead')} back="/" />
      <Stack gap="lg" maw={720}>
        <FormError error={start.error ?? events.error ?? clubs.error} title={t('failed.gallery_create')} />
        {needsClub && (
          <>
            <Text>{t('add_photos.needs_club')}</Text>
            <CreateClub />
          </>
        )}
        {!found && !reading && !needsClub && (
          <DropArea compact={false} onFiles={(files, leftOut) => void take(files, leftOut)} />
        )}
        {(reading || (found && !isAsked && !start.error)) && <Skeleton h={240} />}
        {found && start.error && (
          <Group>
            <Button onClick={() => start.reset()}>{t('common.try_again')}</Button>
          </Group>
        )}
        {isAsked && (
          <>
            <Text>
              {t(found.dayIsOfFolder ? 'add_photos.found_in_dated' : 'add_photos.found', {
                count: found.files.length,
                date: longDate(found.day),
              })}
            </Text>
            {asksEvent && (
              <AskWhichEvent
                events={first?.asked ?? []}
                onAnswer={(eventId) => setChosen({ ...chosen, eventId })}
              />
            )}
            {same && asksIfSame && (
              <AskIfSame name={same.name} onAnswer={(isSame) => setChosen({ ...chosen, isSame })} />
            )}
            {isPast && <AskForPastEvents />}
            {!isPast && lacksClub && (
              <ChooseClubs
                clubs={clubOptions.filter(({ value }) => own.has(value))}
                onChosen={(clubIds) => setChosen({ ...chosen, clubIds })}
              />
            )}
            {isPast && eventOptions.length > 0 && (
              <Select
                label={t('add_photos.or_event')}
                data={eventOptions}
                searchable
                onChange={(eventId) => eventId && setChosen({ ...chosen, eventId })}
              />
            )}
          </>
        )}
      </Stack>
    </Page>
  );
}

interface AskWhichEventProps {
  events: readonly { id: string; name: string }[];
  /** Null: a new one. */
  onAnswer: (eventId: string | null) => void;
}

/** Which event of the day the photos belong to, where the name of their folder is like none. */
function AskWhichEvent({ events, onAnswer }: AskWhichEventProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('add_photos.which_event', { count: events.length })}</Text>
      <Stack gap="sm" align="flex-start">
        {events.map(({ id, name }) => (
          <Button key={id} variant="default" maw="100%" onClick={() => onAnswer(id)}>
            {name}
          </Button>
        ))}
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('add_photos.own_event')}
        </Button>
      </Stack>
    </>
  );
}

interface AskIfSameProps {
  name: string;
  onAnswer: (isSame: boolean) => void;
}

/** Whether they are corrected photos, or more, of a gallery that is there. */
function AskIfSame({ name, onAnswer }: AskIfSameProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('add_photos.same_gallery', { name })}</Text>
      <Group>
        <Button onClick={() => onAnswer(true)}>{t('add_photos.add_to_it')}</Button>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('add_photos.new_gallery')}
        </Button>
      </Group>
    </>
  );
}

function CreateClub() {
  const { t } = useTranslation();
  return (
    <Group>
      <ButtonLink to="/clubs" search={{ new: '1' }}>
        {t('first_steps.club')}
      </ButtonLink>
    </Group>
  );
}

interface ChooseClubsProps {
  clubs: { value: string; label: string }[];
  onChosen: (ids: string[]) => void;
}

/** Whose members see the photos, where several clubs come into question. */
function ChooseClubs({ clubs, onChosen }: ChooseClubsProps) {
  const { t } = useTranslation();
  const [ids, setIds] = useState<string[]>([]);
  if (clubs.length === 0) return <CreateClub />;
  return (
    <>
      <MultiSelect
        label={t('events.participating_clubs')}
        data={clubs}
        value={ids}
        onChange={setIds}
        searchable
      />
      <Group>
        <Button disabled={ids.length === 0} onClick={() => onChosen(ids)}>
          {t('add_photos.go_on')}
        </Button>
      </Group>
    </>
  );
}
