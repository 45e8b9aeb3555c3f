import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PhotoBrowser } from '#client/components/photo-browser/photo-browser.tsx';
import { useTimeHeadings } from '#client/components/photo-grid/use-time-headings.ts';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import { usePeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import { expiresSoon } from '#client/features/galleries/galleries/components/expires-soon.ts';
import type { ShareChoice } from '#client/features/galleries/galleries/components/share-scope-field.tsx';
import { shownBy, useListPhotoIds, usePhotos } from '#client/features/galleries/photos/api/list-photos.ts';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFilterStep } from '#client/hooks/use-filter-step.ts';
import { useLeaveSelection } from '#client/hooks/use-leave-selection.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconUserOff } from '#client/icons/user-off.ts';
import type { Picked } from '#client/lib/upload/read-picked-files.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { GalleryHeader } from './gallery-header.tsx';
import { GalleryPeople } from './gallery-people.tsx';
import { GallerySelection } from './gallery-selection.tsx';
import { useTileExtras } from './use-tile-extras.tsx';

const GalleryPhotoViewer = lazyPart(() => import('./gallery-photo-viewer.tsx'));
const AskTakedown = lazyPart(() => import('./ask-takedown.tsx'));
const ShareGallery = lazyPart(() => import('./share-gallery.tsx'));
const SharingCheck = lazyPart(() =>
  import('#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx').then(
    (m) => ({
      default: m.SharingCheckDialog,
    }),
  ),
);
const ExpiryNotice = lazyPart(
  () => import('#client/features/galleries/galleries/components/expiry-notice.tsx'),
);
const TakeoverNotice = lazyPart(
  () => import('#client/features/galleries/galleries/components/takeover-notice.tsx'),
);
const GuestPhotosNotice = lazyPart(
  () => import('#client/features/sharing/guest-photos/components/guest-photos-notice.tsx'),
);
const OwnRequestsOfViewer = lazyPart(
  () => import('#client/features/sharing/takedowns/components/own-requests-of-viewer.tsx'),
);
const ClockQuestion = lazyPart(
  () => import('#client/features/faces/camera-clocks/components/clock-question.tsx'),
);
const SearchWords = lazyPart(() => import('#client/features/galleries/photos/components/search-words.tsx'));
const DropOnPage = lazyPart(() => import('#client/features/galleries/photos/components/drop-on-page.tsx'));
const UploadDialog = lazyPart(() =>
  import('#client/features/galleries/photos/components/upload-dialog.tsx').then((m) => ({
    default: m.UploadDialog,
  })),
);

/** By the viewer or a dialog. */
const isCovered = () => document.querySelector('[role="dialog"]') !== null;

export function GalleryView({ gallery, back }: { gallery: Gallery; back: string }) {
  const { t } = useTranslation();
  const { filters, set } = useUrlFilters();
  const { chosen: person, choose: choosePerson } = useFilterStep('person');
  const { data: faces } = useLiveGallery(gallery.id);
  const { data: people } = usePeople(gallery.id);
  const shown = shownBy({ ...filters, person });
  const photos = usePhotos(gallery.id, shown);
  const viewer = useOpenPhoto(photos);
  const selection = useSelection(JSON.stringify([person, shown.search]));
  const listIds = useListPhotoIds(gallery.id, shown);
  const failToSelect = useErrorToast(t('failed.photos_load'));
  const extras = useTileExtras(gallery);
  const headingOf = useTimeHeadings(photos.photos, shown.order === 'added' ? 0 : photos.total);
  const [sharing, setSharing] = useState<ShareChoice | 'all'>();
  const [dropped, setDropped] = useState<Picked>();
  const { can_upload_photos } = gallery.permissions;
  const today = useToday();
  // The open dialog is kept in the address, so that links can open it; so are the chosen person and the open photo.
  const uploading = can_upload_photos && filters.upload !== undefined;
  const upload = (files?: Picked) => {
    setDropped(files);
    set({ upload: '1' });
  };
  useLeaveSelection(selection, viewer.index < 0);
  const showPerson = (id: string | undefined) => {
    // While something is selected, going back would only end the selection.
    flushSync(selection.clear);
    choosePerson(id);
  };
  const selectAll = async () => selection.setAll(await listIds(), true);
  useHotkeys([
    ['u', () => can_upload_photos && upload()],
    ['mod+A', () => !isCovered() && void selectAll().catch(failToSelect)],
  ]);

  return (
    <Page wide>
      <GalleryHeader
        gallery={gallery}
        back={back}
        person={people?.faces.find(({ id }) => id === person)}
        onUpload={() => upload()}
        onShare={() => setSharing('all')}
      />
      <Suspense>{expiresSoon(gallery, today) && <ExpiryNotice gallery={gallery} />}</Suspense>
      <Suspense>{gallery.waiting_guest_photos > 0 && <GuestPhotosNotice gallery={gallery} />}</Suspense>
      <Suspense>
        {(gallery.can_take_over || gallery.can_object_to_takeover) && <TakeoverNotice gallery={gallery} />}
      </Suspense>
      <Suspense>
        <OwnRequestsOfViewer galleryId={gallery.id} />
      </Suspense>
      <GalleryPeople
        gallery={gallery}
        chosenId={person}
        onChoose={showPerson}
        onShare={(id) => setSharing({ person_ids: [id] })}
        recognition={faces}
        selection={gallery.photo_count > 0 ? selection : undefined}
      />
      <Suspense>{gallery.has_cameras && <ClockQuestion galleryId={gallery.id} />}</Suspense>
      <Suspense>{gallery.has_words && <SearchWords />}</Suspense>
      <PhotoBrowser
        list={photos}
        viewer={viewer}
        label={t('photos.label', { gallery: gallery.name })}
        selection={selection}
        selects={false}
        headingOf={headingOf}
        badgeOf={extras.badgeOf}
        actionsOf={extras.actionsOf}
        empty={
          <EmptyState
            icon={person ? IconUserOff : IconPhoto}
            title={t(shown.search ? 'photos.none_says' : person ? 'photos.none_of_person' : 'photos.none')}
            text={t(
              shown.search
                ? 'photos.none_says_text'
                : person
                  ? 'photos.none_of_person_text'
                  : 'photos.none_text',
            )}
            action={
              shown.search ? undefined : person ? (
                <Button variant="default" onClick={() => showPerson(undefined)}>
                  {t('common.show_all')}
                </Button>
              ) : (
                can_upload_photos && <Button onClick={() => upload()}>{t('photos.upload')}</Button>
              )
            }
          />
        }
        viewerOf={(list) => (
          <GalleryPhotoViewer
            {...list}
            gallery={gallery}
            people={people?.faces ?? []}
            selection={selection}
            onChoosePerson={showPerson}
            onShare={(photo) => {
              setSharing({ photo_ids: [photo.id] });
              viewer.close();
            }}
          />
        )}
        takedownOf={(photo, close) => <AskTakedown photo={photo} onClose={close} />}
      >
        <GallerySelection
          gallery={gallery}
          photos={photos.photos}
          selection={selection}
          onShare={(photo_ids) => setSharing({ photo_ids })}
        />
      </PhotoBrowser>
      <Suspense>
        {(sharing || (filters.share && gallery.permissions.can_create_sharing_links)) && viewer.index < 0 && (
          <ShareGallery
            gallery={gallery}
            choice={sharing === 'all' ? undefined : sharing}
            onClose={() => {
              setSharing(undefined);
              if (filters.share) set({ share: undefined });
            }}
          />
        )}
        {(gallery.permissions.can_create_sharing_links || gallery.permissions.can_answer_about_people) &&
          filters.check !== undefined && (
            <SharingCheck galleryId={gallery.id} onClose={() => set({ check: undefined })} />
          )}
        {uploading ? (
          <UploadDialog
            gallery={gallery}
            dropped={dropped}
            onClose={() => {
              setDropped(undefined);
              set({ upload: undefined });
            }}
          />
        ) : (
          can_upload_photos && viewer.index < 0 && <DropOnPage onDrop={upload} />
        )}
      </Suspense>
    </Page>
  );
}
