import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPhotoOff, IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/links.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { SlimBar } from '#client/components/ui/slim-bar.tsx';
import { useUpdateGallery } from '#client/features/galleries/api/save-gallery.ts';
import { VisibilityMark } from '#client/features/galleries/components/visibility-mark.tsx';
import { notify } from '#client/lib/notify.ts';
import { useFail } from '#client/lib/use-fail.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useRemoveGallery } from './use-remove-gallery.ts';

interface GalleryHeaderProps {
  gallery: Gallery;
  back: string;
  onUpload: () => void;
}

export function GalleryHeader({ gallery, back, onUpload }: GalleryHeaderProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const fail = useFail();
  const update = useUpdateGallery();
  const remove = useRemoveGallery(gallery, back);
  const { can_edit, can_delete, can_upload_photos, can_set_cover } = gallery.permissions;
  const clears = can_set_cover && gallery.cover_photo_id !== null;

  const clearCover = () =>
    update.mutate(
      { id: gallery.id, cover_photo_id: null },
      { onSuccess: () => notify.success(t('photos.cover_cleared')), onError: fail },
    );

  const upload = (
    <Button leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />} onClick={onUpload}>
      {t('photos.upload')}
    </Button>
  );
  const photoCount = t('galleries.photos', { count: gallery.photo_count, n: number(gallery.photo_count) });

  return (
    <>
      <PageHeader
        title={gallery.name}
        back={back}
        facts={
          <>
            <VisibilityMark visibility={gallery.visibility} word />
            <span>{photoCount}</span>
          </>
        }
        actions={
          <>
            {can_upload_photos && upload}
            {(can_edit || can_upload_photos) && (
              <ButtonLink
                variant="default"
                to="/admin/gallery/$galleryId/manage"
                params={{ galleryId: gallery.id }}
              >
                {t('galleries.edit')}
              </ButtonLink>
            )}
            {(clears || can_delete) && (
              <Menu position="bottom-end" width={240}>
                <Menu.Target>
                  <ActionIcon variant="default" aria-label={t('common.more_for', { name: gallery.name })}>
                    <IconDots size={20} aria-hidden="true" />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {clears && (
                    <Menu.Item leftSection={<IconPhotoOff size={18} stroke={1.6} />} onClick={clearCover}>
                      {t('photos.clear_cover')}
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
              </Menu>
            )}
          </>
        }
      />
      <SlimBar title={gallery.name} facts={photoCount} actions={can_upload_photos && upload} />
    </>
  );
}
