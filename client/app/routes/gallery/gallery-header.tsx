import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPhotoOff, IconTrash, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import { ButtonLink } from '#client/components/ui/links.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { useDeleteGallery, useUpdateGallery } from '#client/features/galleries/api/save-gallery.ts';
import { VisibilityMark } from '#client/features/galleries/components/visibility-mark.tsx';
import { notify } from '#client/lib/notify.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

interface GalleryHeaderProps {
  gallery: Gallery;
  back: string;
  onUpload: () => void;
}

export function GalleryHeader({ gallery, back, onUpload }: GalleryHeaderProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const fail = useFail();
  const utils = trpc.useUtils();
  const update = useUpdateGallery();
  const deletion = useDeleteGallery();
  const { can_edit, can_delete, can_upload_photos, can_set_cover } = gallery.permissions;
  const clears = can_set_cover && gallery.cover_photo_id !== null;

  const clearCover = () =>
    update.mutate(
      { id: gallery.id, cover_photo_id: null },
      { onSuccess: () => notify.success(t('photos.cover_cleared')), onError: fail },
    );

  const remove = async () => {
    const yes = await confirm({
      title: t('galleries.delete_title', { name: gallery.name }),
      body: t('bulk.delete_galleries.body', { count: 1 }),
      confirm: t('galleries.delete'),
      danger: true,
    });
    if (!yes) return;
    deletion.mutate(
      { id: gallery.id },
      {
        onSuccess: () => {
          notify.success(t('galleries.deleted', { name: gallery.name }));
          void navigate({ href: back });
          void utils.galleries.list.invalidate();
        },
        onError: fail,
      },
    );
  };

  return (
    <PageHeader
      title={gallery.name}
      back={back}
      facts={
        <>
          <VisibilityMark visibility={gallery.visibility} word />
          <span>{t('galleries.photos', { count: gallery.photo_count, n: number(gallery.photo_count) })}</span>
        </>
      }
      actions={
        <>
          {can_upload_photos && (
            <Button leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />} onClick={onUpload}>
              {t('photos.upload')}
            </Button>
          )}
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
                    onClick={() => void remove()}
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
  );
}
