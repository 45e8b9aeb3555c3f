import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import type { ClubStorage } from '#server/contract/schemas/storage-usage.ts';
import { useStorageOfGalleries } from '../api/storage-usage.ts';
import { useUsedColumns } from './used-columns.tsx';

interface GalleriesStorageDialogProps {
  club: ClubStorage;
  name: string;
  onClose: () => void;
}

/** The galleries of a club by the room that their photos take, largest first. */
export function GalleriesStorageDialog({ club, name, onClose }: GalleriesStorageDialogProps) {
  const { t } = useTranslation();
  const { galleries, total, error, isPending, isFetchingNextPage, refetch, loadMore } =
    useStorageOfGalleries(club);
  const usedColumns = useUsedColumns();
  const title = t('storage_usage.galleries_of', { club: name });
  return (
    <Dialog opened onClose={onClose} title={title} size="xl">
      {error && galleries.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={240} />}
      {galleries.length > 0 && (
        <DataTable
          caption={title}
          columns={[
            {
              key: 'name',
              header: t('storage_usage.gallery'),
              main: true,
              cell: (gallery) =>
                gallery.is_deleted ? (
                  t('storage_usage.deleted', { name: gallery.name })
                ) : (
                  <AnchorLink to="/gallery/$galleryId" params={{ galleryId: gallery.gallery_id }}>
                    {gallery.name}
                  </AnchorLink>
                ),
            },
            { key: 'event', header: t('storage_usage.event'), cell: (gallery) => gallery.event_name },
            ...usedColumns,
          ]}
          rows={galleries}
          idOf={(gallery) => gallery.gallery_id}
          nameOf={(gallery) => gallery.name}
        />
      )}
      <MoreButton shown={galleries.length} total={total} loading={isFetchingNextPage} onMore={loadMore} />
    </Dialog>
  );
}
