import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPhoto, IconUserOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoGrid } from '#client/components/photo-grid/photo-grid.tsx';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { Page } from '#client/components/ui/page.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import { expiresSoon } from '#client/features/galleries/components/expires-soon.ts';
import { GallerySummary } from '#client/features/galleries/components/gallery-summary.tsx';
import type { ShareChoice } from '#client/features/galleries/components/share-scope-field.tsx';
import { usePeople } from '#client/features/gallery-people/api/list-people.ts';
import { usePhotos } from '#client/features/photos/api/list-photos.ts';
import { useLiveGallery } from '#client/features/photos/api/live-gallery.ts';
import { useFilterStep } from '#client/lib/use-filter-step.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import { useUrlFilters } from '#client/lib/use-url-filters.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { GalleryHeader } from './gallery-header.tsx';
import { GalleryPeople } from './gallery-people.tsx';
import { GallerySelection } from './gallery-selection.tsx';
import { useTileExtras } from './use-tile-extras.tsx';

const GalleryPhotoViewer = lazy(() => import('./gallery-photo-viewer.tsx'));
const AskTakedown = lazy(() => import('./ask-takedown.tsx'));
const ShareGallery = lazy(() => import('./share-gallery.tsx'));
const ExpiryNotice = lazy(() => import('#client/features/galleries/components/expiry-notice.tsx'));
const GuestPhotosNotice = lazy(
  () => import('#client/features/guest-photos/components/guest-photos-notice.tsx'),
);
const UploadDialog = lazy(() =>
  import('#client/features/photos/components/upload-dialog.tsx').then((m) => ({ default: m.UploadDialog })),
);

export function GalleryView({ gallery, back }: { gallery: Gallery; back: string }) {
  const { t } = useTranslation();
  const { filters, set } = useUrlFilters();
  const { chosen: person, choose: choosePerson } = useFilterStep('person');
  const { data: faces } = useLiveGallery(gallery.id);
  const { data: people } = usePeople(gallery.id);
  const photos = usePhotos(gallery.id, person);
  const viewer = useOpenPhoto(photos);
  const selection = useSelection(person);
  const extras = useTileExtras(gallery);
  const [peopleOpen, setPeopleOpen] = useState(true);
  const [asking, setAsking] = useState<Photo>();
  const [sharing, setSharing] = useState<ShareChoice>();
  const { can_upload_photos } = gallery.permissions;
  // The open dialog is kept in the address, so that links can open it; so are the chosen person and the open photo.
  const uploading = can_upload_photos && filters.upload !== undefined;
  const upload = () => set({ upload: '1' });
  useHotkeys([['u', () => can_upload_photos && upload()]]);

  return (
    <Page wide>
      <GalleryHeader
        gallery={gallery}
        back={back}
        person={people?.faces.find(({ id }) => id === person)}
        onUpload={upload}
      />
      <Suspense>{expiresSoon(gallery) && <ExpiryNotice gallery={gallery} />}</Suspense>
      <Suspense>{gallery.waiting_guest_photos > 0 && <GuestPhotosNotice gallery={gallery} />}</Suspense>
      <GallerySummary
        gallery={gallery}
        faces={faces}
        open={peopleOpen}
        onToggle={() => setPeopleOpen(!peopleOpen)}
      />
      <section id="people" hidden={!peopleOpen} aria-label={t('gallery_people.in_gallery')}>
        <GalleryPeople
          gallery={gallery}
          chosenId={person}
          onChoose={choosePerson}
          onShare={(id) => setSharing({ person_ids: [id] })}
          processing={Boolean(faces?.pending_photos || faces?.processing)}
        />
      </section>

      {photos.isPending && <PhotoGridSkeleton />}
      {photos.error && photos.photos.length === 0 && (
        <ErrorState
          title={t('failed.photos_load')}
          error={photos.error}
          onRetry={() => void photos.refetch()}
        />
      )}
      {photos.isSuccess && photos.photos.length === 0 && !photos.isPlaceholderData && (
        <EmptyState
          icon={person ? IconUserOff : IconPhoto}
          title={person ? t('photos.none_of_person') : t('photos.none')}
          text={person ? t('photos.none_of_person_text') : t('photos.none_text')}
          action={
            person ? (
              <Button variant="default" onClick={() => choosePerson(undefined)}>
                {t('common.show_all')}
              </Button>
            ) : (
              can_upload_photos && <Button onClick={upload}>{t('photos.upload')}</Button>
            )
          }
        />
      )}
      {photos.photos.length > 0 && (
        <PhotoGrid
          photos={photos.photos}
          total={photos.total}
          label={t('photos.label', { gallery: gallery.name })}
          onOpen={viewer.open}
          shown={viewer.index}
          onNearEnd={photos.loadMore}
          loadingMore={photos.isFetchingNextPage}
          selection={selection}
          badgeOf={extras.badgeOf}
          actionsOf={extras.actionsOf}
        />
      )}
      <GallerySelection
        gallery={gallery}
        selection={selection}
        onShare={(photo_ids) => setSharing({ photo_ids })}
      />
      <Suspense>
        {viewer.index >= 0 && (
          <GalleryPhotoViewer
            photos={photos.photos}
            total={photos.total}
            index={viewer.index}
            onIndex={viewer.show}
            onClose={viewer.close}
            onNearEnd={photos.loadMore}
            people={people?.faces ?? []}
            onChoosePerson={choosePerson}
            onAskTakedown={(photo) => {
              setAsking(photo);
              viewer.close();
            }}
          />
        )}
        {/* The viewer is closed first: while a dialog is open, the back button closes the dialog. */}
        {asking && viewer.index < 0 && <AskTakedown photo={asking} onClose={() => setAsking(undefined)} />}
        {sharing && <ShareGallery gallery={gallery} choice={sharing} onClose={() => setSharing(undefined)} />}
        {uploading && <UploadDialog gallery={gallery} onClose={() => set({ upload: undefined })} />}
      </Suspense>
    </Page>
  );
}
