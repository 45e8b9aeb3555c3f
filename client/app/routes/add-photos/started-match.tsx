import { MultiSelect, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { SharingCheckDialog } from '#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx';
import { useEventClubs } from '#client/features/galleries/events/api/event-clubs.ts';
import { useEvent } from '#client/features/galleries/events/api/get-event.ts';
import { useUpdateEvent } from '#client/features/galleries/events/api/save-event.ts';
import { useEarliestDate } from '#client/features/galleries/events/components/use-earliest-date.ts';
import { useGallery } from '#client/features/galleries/galleries/api/get-gallery.ts';
import { useUpdateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { QuickShare } from '#client/features/galleries/galleries/components/quick-share.tsx';
import { VisibilityBadge } from '#client/features/galleries/galleries/components/visibility-badge.tsx';
import { LeftOutFiles } from '#client/features/galleries/photos/components/left-out-files.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { useUploads } from '#client/lib/upload/queue.ts';
import type { LeftOut } from '#client/lib/upload/read-picked-files.ts';
import type { EventDetail } from '#server/contract/schemas/events.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { SavedField } from './saved-field.tsx';

const ShareGallery = lazyPart(() => import('../gallery/share-gallery.tsx'));

interface Option {
  value: string;
  label: string;
}
interface StartedMatchProps {
  galleryId: string;
  eventId: string;
  /** It was made for these photos, so its name, day and clubs are still to be seen to. */
  isNewEvent: boolean;
  /** Its day is that of the folder's name, not of the photos. */
  dayIsOfFolder: boolean;
  events: Option[];
  clubs: Option[];
  leftOut: LeftOut[];
}

/** While the photos are on their way: what was made of them, to change, and the link. */
export function StartedMatch({
  galleryId,
  isNewEvent,
  dayIsOfFolder,
  eventId,
  events,
  clubs,
  leftOut,
}: StartedMatchProps) {
  const { t } = useTranslation();
  const gallery = useGallery(galleryId).data;
  const event = useEvent(eventId).data;
  const isSent = useUploads().items.every((item) => item.galleryId !== galleryId || item.status === 'done');
  if (!gallery || !event)
    return (
      <Page>
        <Skeleton h={320} maw={720} />
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={gallery.name}
        facts={
          <>
            <VisibilityBadge visibility={gallery.visibility} word />
            <span>{t(isSent ? 'add_photos.sent' : 'add_photos.started')}</span>
          </>
        }
        actions={
          <ButtonLink variant="default" to="/gallery/$galleryId" params={{ galleryId }}>
            {t('upload.show')}
          </ButtonLink>
        }
      />
      <Stack gap="xl" maw={720}>
        {gallery.permissions.can_create_sharing_links && <Sharing gallery={gallery} />}
        <LeftOutFiles files={leftOut} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <GalleryFields gallery={gallery} events={isNewEvent ? undefined : events} />
          {isNewEvent && <EventFields event={event} dayIsOfFolder={dayIsOfFolder} clubs={clubs} />}
        </SimpleGrid>
      </Stack>
    </Page>
  );
}

function Sharing({ gallery }: { gallery: Gallery }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<ComponentProps<typeof ShareGallery>['edited']>();
  return (
    <section aria-label={t('share_links.share')}>
      <QuickShare
        gallery={gallery}
        onOptions={(linkId = 'new', first) => setEdited({ linkId, first })}
        renderCheck={(props) => <SharingCheckDialog galleryId={gallery.id} {...props} />}
      />
      <Suspense>
        {edited && <ShareGallery gallery={gallery} edited={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </section>
  );
}

function GalleryFields({ gallery, events }: { gallery: Gallery; events: Option[] | undefined }) {
  const { t } = useTranslation();
  const { mutateAsync } = useUpdateGallery();
  const failToSave = useErrorToast(t('failed.gallery_update'));
  const save = (change: { name?: string; event_id?: string }) =>
    mutateAsync({ id: gallery.id, ...editOf(gallery, change) });
  return (
    <>
      <SavedField
        label={t('add_photos.gallery_name')}
        name="name"
        value={gallery.name}
        save={(name) => save({ name })}
      />
      {events && (
        <Select
          label={t('galleries.event')}
          data={events}
          value={gallery.event_id}
          searchable
          allowDeselect={false}
          onChange={(event_id) => event_id && save({ event_id }).catch(failToSave)}
        />
      )}
    </>
  );
}

interface EventFieldsProps {
  event: EventDetail;
  dayIsOfFolder: boolean;
  clubs: Option[];
}

function EventFields({ event, dayIsOfFolder, clubs }: EventFieldsProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useUpdateEvent();
  const { set } = useEventClubs();
  const [firstDay] = useState(event.event_date);
  const failToSave = useErrorToast(t('failed.event_club'));
  const earliest = useEarliestDate(event.event_date);
  const save = (change: { name?: string; event_date?: string }) =>
    mutateAsync({ id: event.id, ...editOf(event, change) });
  const listed = [...event.club_ids, ...event.pending_club_ids];
  return (
    <>
      <SavedField
        label={t('galleries.event')}
        name="name"
        value={event.name}
        save={(name) => save({ name })}
      />
      <SavedField
        label={t('events.date')}
        description={
          dayIsOfFolder && event.event_date === firstDay ? t('add_photos.day_of_folder') : undefined
        }
        name="event_date"
        type="date"
        min={earliest}
        value={event.event_date}
        save={(event_date) => save({ event_date })}
      />
      <MultiSelect
        label={t('events.participating_clubs')}
        data={clubs}
        value={listed}
        searchable
        nothingFoundMessage={t('picker.nothing')}
        onChange={(club_ids) =>
          club_ids.length > 0 &&
          set.mutateAsync({ id: event.id, club_ids, seen: { club_ids: listed } }).catch(failToSave)
        }
      />
    </>
  );
}
