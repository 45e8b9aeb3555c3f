import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadSelection } from '#client/components/ui/data/download-selection.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useDownloadPhotos } from '#client/features/galleries/photos/api/download-photos.ts';
import { originalFile } from '#client/features/galleries/photos/components/original-file.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import { sharedFilesMax, useShareFiles } from '#client/hooks/use-share-files.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconPhotoStar } from '#client/icons/photo-star.ts';
import { IconShare } from '#client/icons/share.ts';
import { IconTrash } from '#client/icons/trash.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { useConfirmDeletePhotos } from './use-confirm-delete-photos.ts';
import { useSetCover } from './use-set-cover.ts';

const AskTakedowns = lazyPart(() => import('./ask-takedowns.tsx'));

interface GallerySelectionProps {
  gallery: Gallery;
  photos: readonly Photo[];
  selection: Selection;
  onShare: (photoIds: string[]) => void;
}

export function GallerySelection({ gallery, photos, selection, onShare }: GallerySelectionProps) {
  const { t } = useTranslation();
  const remove = useConfirmDeletePhotos(gallery.id);
  const download = useDownloadPhotos(gallery.id);
  const files = useShareFiles();
  const { share } = files;
  const cover = useSetCover(gallery);
  const [chosen] = selection.ids;
  const [hiding, setHiding] = useState<readonly string[]>();
  const isNewCover =
    gallery.permissions.can_set_cover && selection.count === 1 && chosen !== gallery.cover_photo_id;
  const deleteChosen = async () => {
    if (await remove.ask([...selection.ids], photos)) selection.clear();
  };
  return (
    <>
      <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
        <DownloadSelection selection={selection} archive={download} />
        {share && selection.count <= sharedFilesMax && (
          <SelectionAction
            icon={<IconShare size={18} stroke={1.7} />}
            loading={files.pending}
            onClick={() => void share(photos.filter(({ id }) => selection.has(id)).map(originalFile))}
          >
            {t('photos.share_files')}
          </SelectionAction>
        )}
        {gallery.permissions.can_create_sharing_links && (
          <SelectionAction
            icon={<IconLink size={18} stroke={1.7} />}
            onClick={() => onShare([...selection.ids])}
          >
            {t('share_links.share')}
          </SelectionAction>
        )}
        {isNewCover && chosen && (
          <SelectionAction
            needsRoom
            icon={<IconPhotoStar size={18} stroke={1.7} />}
            loading={cover.pending}
            onClick={() => void cover.setCover(chosen).then((isSet) => isSet && selection.clear())}
          >
            {t('photos.cover_photo')}
          </SelectionAction>
        )}
        {!gallery.permissions.can_delete_photos && (
          <SelectionAction
            icon={<IconEyeOff size={18} stroke={1.7} />}
            onClick={() => setHiding([...selection.ids])}
          >
            {t('takedowns.hide_selected')}
          </SelectionAction>
        )}
        {gallery.permissions.can_delete_photos && (
          <SelectionAction
            destroys
            icon={<IconTrash size={18} stroke={1.7} />}
            loading={remove.pending}
            onClick={() => void deleteChosen()}
          >
            {t('photos.delete_selected', { count: selection.count })}
          </SelectionAction>
        )}
      </SelectionBar>
      <Suspense>
        {hiding && (
          <AskTakedowns
            galleryId={gallery.id}
            photoIds={hiding}
            onAsked={selection.clear}
            onClose={() => setHiding(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
