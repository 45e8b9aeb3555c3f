import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { StickyHeader } from '#client/components/ui/layout/sticky-header.tsx';
import { nameOfPerson } from '#client/features/faces/gallery-people/components/person-name.ts';
import { VisibilityBadge } from '#client/features/galleries/galleries/components/visibility-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { IconLink } from '#client/icons/link.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { IconShare } from '#client/icons/share.ts';
import { IconUpload } from '#client/icons/upload.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import factClasses from './gallery-facts.module.css';
import { GalleryFacts } from './gallery-facts.tsx';
import classes from './gallery-header.module.css';
import { GalleryMenu } from './gallery-menu.tsx';
import iconOnPhone from './icon-on-phone.module.css';

interface GalleryHeaderProps {
  gallery: Gallery;
  back: string;
  /** The chosen person; undefined while all photos are shown. */
  person: Person | undefined;
  onUpload: () => void;
  onShare: () => void;
}

export function GalleryHeader({ gallery, back, person, onUpload, onShare }: GalleryHeaderProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { can_edit, can_upload_photos, can_create_sharing_links } = gallery.permissions;

  const upload = (className: string | undefined) =>
    can_upload_photos && (
      <Button className={className} leftSection={<IconUpload size={18} stroke={1.8} />} onClick={onUpload}>
        {t('photos.upload')}
      </Button>
    );
  const onlySaves =
    !can_edit && !can_upload_photos && !can_create_sharing_links && gallery.open_takedowns === 0;
  const photos = (count: number) => t('galleries.photos', { count, n: number(count) });
  const photoCount = photos(gallery.photo_count);

  return (
    <>
      <PageHeader
        title={gallery.name}
        back={back}
        inline
        oneIcon={onlySaves}
        facts={
          <>
            <VisibilityBadge visibility={gallery.visibility} word />
            {gallery.has_links && (
              <span className={factClasses.fact}>
                <IconLink size={16} stroke={1.7} />
                <span>{t('share_links.is_shared')}</span>
              </span>
            )}
            <span>{photoCount}</span>
            <GalleryFacts gallery={gallery} />
          </>
        }
        actions={
          <>
            {gallery.open_takedowns > 0 && (
              <ButtonLink
                color="red"
                variant="light"
                leftSection={<IconEyeOff size={18} stroke={1.8} />}
                to="/gallery/$galleryId/takedowns"
                params={{ galleryId: gallery.id }}
              >
                {t('takedowns.open_requests', {
                  count: gallery.open_takedowns,
                  n: number(gallery.open_takedowns),
                })}
              </ButtonLink>
            )}
            {upload(classes.upload)}
            {can_create_sharing_links && gallery.photo_count > 0 && (
              <Button
                variant="default"
                className={iconOnPhone.button}
                leftSection={<IconShare size={18} stroke={1.7} />}
                onClick={onShare}
              >
                {t('share_links.share')}
              </Button>
            )}
            {(can_edit || can_upload_photos) && (
              <ButtonLink
                variant="default"
                className={iconOnPhone.button}
                leftSection={<IconPencil size={18} stroke={1.7} />}
                to="/admin/gallery/$galleryId/manage"
                params={{ galleryId: gallery.id }}
              >
                {t('galleries.edit')}
              </ButtonLink>
            )}
            <GalleryMenu gallery={gallery} back={back} />
          </>
        }
      />
      <StickyHeader
        title={gallery.name}
        facts={person ? `${isolate(nameOfPerson(t, person))} · ${photos(person.photo_count)}` : photoCount}
        actions={upload(iconOnPhone.button)}
      />
    </>
  );
}
