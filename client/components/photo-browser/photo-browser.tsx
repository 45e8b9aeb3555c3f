import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoGrid } from '#client/components/photo-grid/photo-grid.tsx';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import type { TilePhoto } from '#client/components/photo-grid/photo-tile.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import type PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import type { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';

/** Photos that are loaded page by page; a list without the states of loading is complete. */
interface PhotoList<Photo> {
  photos: Photo[];
  total: number;
  loadMore: () => void;
  isPending?: boolean;
  isSuccess?: boolean;
  isFetchingNextPage?: boolean;
  isPlaceholderData?: boolean;
  error?: unknown;
  refetch?: () => unknown;
}

type Grid<Photo extends TilePhoto> = ComponentProps<typeof PhotoGrid<Photo>>;

/** What the viewer of a list gets from it. */
export type ViewerOfList<Photo extends TilePhoto> = Pick<
  ComponentProps<typeof PhotoViewer<Photo>>,
  'photos' | 'total' | 'index' | 'onIndex' | 'onClose' | 'onNearEnd' | 'onAskTakedown'
>;

interface PhotoBrowserProps<Photo extends TilePhoto>
  extends Pick<Grid<Photo>, 'label' | 'selection' | 'selects' | 'actionsOf' | 'badgeOf' | 'headingOf'> {
  list: PhotoList<Photo>;
  viewer: ReturnType<typeof useOpenPhoto>;
  /** Stands in place of the grid where the list is empty. */
  empty?: ReactNode;
  /** Stands below the grid, such as what can be done with a selection. */
  children?: ReactNode;
  viewerOf: (list: ViewerOfList<Photo>) => ReactNode;
  /** The dialog that asks to take a photo down. */
  takedownOf: (photo: Photo, onClose: () => void) => ReactNode;
}

/** A grid of photos, the viewer that opens from it, and the request to take one down. */
export function PhotoBrowser<Photo extends TilePhoto>(props: PhotoBrowserProps<Photo>) {
  const { list, viewer, empty, children, viewerOf, takedownOf, ...grid } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState<Photo>();
  const { photos, total, loadMore } = list;
  const isEmpty = photos.length === 0;
  return (
    <>
      {list.isPending && <PhotoGridSkeleton />}
      {list.error && isEmpty ? (
        <ErrorState
          title={t('failed.photos_load')}
          error={list.error}
          onRetry={() => void list.refetch?.()}
        />
      ) : null}
      {list.isSuccess && isEmpty && !list.isPlaceholderData && empty}
      {!isEmpty && (
        <PhotoGrid
          {...grid}
          photos={photos}
          total={total}
          onOpen={viewer.open}
          shown={viewer.index}
          onNearEnd={loadMore}
          loadingMore={list.isFetchingNextPage ?? false}
          outdated={list.isPlaceholderData ?? false}
        />
      )}
      {children}
      <Suspense>
        {viewer.index >= 0 &&
          viewerOf({
            photos,
            total,
            index: viewer.index,
            onIndex: viewer.show,
            onClose: viewer.close,
            onNearEnd: loadMore,
            onAskTakedown: (photo) => {
              setAsking(photo);
              viewer.close();
            },
          })}
        {/* The viewer is closed first: while a dialog is open, the back button closes the dialog. */}
        {asking && viewer.index < 0 && takedownOf(asking, () => setAsking(undefined))}
      </Suspense>
    </>
  );
}
