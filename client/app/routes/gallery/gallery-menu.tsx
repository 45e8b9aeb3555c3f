import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { manyPhotos } from '#client/components/photo-grid/use-time-headings.ts';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { useUpdateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { useDownloadPhotos } from '#client/features/galleries/photos/api/download-photos.ts';
import { orderOf, usePhotosToPrint } from '#client/features/galleries/photos/api/list-photos.ts';
import { ContactSheet } from '#client/features/galleries/photos/components/contact-sheet.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconDots } from '#client/icons/dots.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconPhotoOff } from '#client/icons/photo-off.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { IconRestore } from '#client/icons/restore.ts';
import { IconSortAscending } from '#client/icons/sort-ascending.ts';
import { IconSortDescending } from '#client/icons/sort-descending.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { isolate } from '#client/lib/isolate.ts';
import { toast } from '#client/lib/toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import iconOnPhone from './icon-on-phone.module.css';
import { useConfirmDeleteGallery } from './use-confirm-delete-gallery.ts';

interface GalleryMenuProps {
  gallery: Gallery;
  back: string;
}

/** The actions of the whole gallery; empty if the viewer may not do any. */
export function GalleryMenu({ gallery, back }: GalleryMenuProps) {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.cover_clear'));
  const update = useUpdateGallery();
  const remove = useConfirmDeleteGallery(gallery, back);
  const download = useDownloadPhotos(gallery.id);
  const photos = usePhotosToPrint(gallery.id);
  const failToPrint = useErrorToast(t('failed.photos_load'));
  const { longDate, number } = useFormat();
  const { can_delete, can_edit_people, can_set_cover } = gallery.permissions;
  const clears = can_set_cover && gallery.cover_photo_id !== null;
  const saves = gallery.photo_count > 0;
  const savesNames = saves && can_edit_people && gallery.people_count > 0;
  const { filters, set } = useUrlFilters();
  const sorts = gallery.photo_count > manyPhotos;
  const isAddedFirst = orderOf(filters) === 'added';
  const restores = gallery.deleted_photos > 0;
  if (!clears && !can_delete && !saves && !restores) return null;

  const clearCover = () =>
    update.mutate(
      { id: gallery.id, cover_photo_id: null },
      { onSuccess: () => toast.success(t('photos.cover_cleared')), onError: showError },
    );

  const print = () => photos.mutate(undefined, { onError: failToPrint });
  const saveAll = () => void download.save({});
  // A single action is a plain button instead of a menu.
  if (!clears && !can_delete && !sorts && !restores && !savesNames)
    return (
      <Button
        variant="default"
        className={iconOnPhone.button}
        loading={download.pending}
        leftSection={<IconDownload size={18} stroke={1.7} />}
        onClick={saveAll}
      >
        {t('photos.download_all')}
      </Button>
    );
  return (
    <>
      <DropdownMenu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            aria-label={t('common.more_for', { name: gallery.name })}
            loading={download.pending || photos.isPending}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {sorts && (
            <Menu.Item
              leftSection={
                isAddedFirst ? (
                  <IconSortAscending size={18} stroke={1.6} />
                ) : (
                  <IconSortDescending size={18} stroke={1.6} />
                )
              }
              onClick={() => set({ order: isAddedFirst ? undefined : 'added' })}
            >
              {t(isAddedFirst ? 'photos.by_capture_time' : 'photos.last_added_first')}
            </Menu.Item>
          )}
          {saves && (
            <Menu.Item leftSection={<IconDownload size={18} stroke={1.6} />} onClick={saveAll}>
              {t('photos.download_all')}
            </Menu.Item>
          )}
          {savesNames && (
            <Menu.Item
              leftSection={<IconDownload size={18} stroke={1.6} />}
              onClick={() => void download.save({ with_names: true })}
            >
              {t('photos.download_with_names')}
            </Menu.Item>
          )}
          {saves && (
            <Menu.Item leftSection={<IconPrinter size={18} stroke={1.6} />} onClick={print}>
              {t('photos.print')}
            </Menu.Item>
          )}
          {clears && (
            <Menu.Item leftSection={<IconPhotoOff size={18} stroke={1.6} />} onClick={clearCover}>
              {t('photos.clear_cover')}
            </Menu.Item>
          )}
          {restores && (
            <Menu.Item
              component={Link}
              leftSection={<IconRestore size={18} stroke={1.6} />}
              to={`/gallery/${gallery.id}/deleted`}
            >
              {t('deleted_photos.menu', { n: number(gallery.deleted_photos) })}
            </Menu.Item>
          )}
          {can_delete && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.6} />}
              onClick={() => void remove.ask()}
            >
              {t('galleries.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </DropdownMenu>
      {photos.data && (
        <ContactSheet
          title={gallery.name}
          facts={`${isolate(gallery.event_name)} · ${longDate(gallery.event_date)}`}
          photos={photos.data}
          onDone={photos.reset}
        />
      )}
    </>
  );
}
