import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useGalleries } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconPhotoOff } from '#client/icons/photo-off.ts';
import { isAccepted } from '#client/lib/upload/is-accepted-file.ts';
import { addFiles, startUploads } from '#client/lib/upload/queue.ts';
import { forgetSharedPhotos, listSharedPhotos } from '#client/lib/upload/upload-database.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** /share-photos: photos shared from another app, which the service worker has kept, and the galleries they can go to. */
export function PhotosFromOtherAppPage() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const navigate = useNavigate();
  const shared = useQuery({ queryKey: ['shared-photos'], queryFn: listSharedPhotos, networkMode: 'always' });
  const galleries = useGalleries({ limit: listSizes.galleryPickerResults });
  if (galleries.error) return <ErrorState error={galleries.error} onRetry={() => void galleries.refetch()} />;
  if (!shared.data || !galleries.data) return <PageSkeleton />;
  const photos = shared.data.filter((file) => isAccepted(file));
  const open = galleries.data.galleries.filter(({ permissions }) => permissions.can_upload_photos);

  const leave = async (href: string) => {
    await forgetSharedPhotos();
    await navigate({ href });
  };
  const send = (gallery: { id: string; name: string }) => {
    addFiles(
      gallery,
      photos.map((file) => ({ file, path: file.name })),
    );
    startUploads();
    return leave(`/gallery/${gallery.id}`);
  };

  if (photos.length === 0 || open.length === 0)
    return (
      <Page>
        <EmptyState
          icon={IconPhotoOff}
          title={t(photos.length === 0 ? 'share_photos.none' : 'share_photos.no_gallery')}
          whole
          action={
            <Button variant="default" onClick={() => void leave('/gallery')}>
              {t('share_photos.leave')}
            </Button>
          }
        />
      </Page>
    );
  return (
    <Page>
      <PageHeader title={t('share_photos.title', { count: photos.length })} facts={t('share_photos.lead')} />
      <Stack gap="sm" maw={560}>
        {open.map((gallery) => (
          <Button
            key={gallery.id}
            variant="default"
            size="lg"
            justify="space-between"
            rightSection={date(gallery.event_date)}
            onClick={() => void send(gallery)}
          >
            {gallery.name}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => void leave('/')}>
          {t('share_photos.discard')}
        </Button>
      </Stack>
    </Page>
  );
}
