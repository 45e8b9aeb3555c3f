import { Button } from '@mantine/core';
import { IconEyeOff, IconPencil, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/links.tsx';
import { PageHeader } from '#client/components/ui/page-header.tsx';
import { StickyHeader } from '#client/components/ui/sticky-header.tsx';
import { VisibilityBadge } from '#client/features/galleries/components/visibility-badge.tsx';
import { nameOfPerson } from '#client/features/gallery-people/components/person-name.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import classes from './gallery-header.module.css';
import { GalleryMenu } from './gallery-menu.tsx';

interface GalleryHeaderProps {
  gallery: Gallery;
  back: string;
  /** The chosen person; undefined while all photos are shown. */
  person: Person | undefined;
  onUpload: () => void;
}

export function GalleryHeader({ gallery, back, person, onUpload }: GalleryHeaderProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { can_edit, can_upload_photos } = gallery.permissions;

  const upload = (className?: string) =>
    can_upload_photos && (
      <Button
        className={className}
        leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />}
        onClick={onUpload}
      >
        {t('photos.upload')}
      </Button>
    );
  const photos = (count: number) => t('galleries.photos', { count, n: number(count) });
  const photoCount = photos(gallery.photo_count);

  return (
    <>
      <PageHeader
        title={gallery.name}
        back={back}
        facts={
          <>
            <VisibilityBadge visibility={gallery.visibility} word />
            <span>{photoCount}</span>
          </>
        }
        actions={
          <>
            {gallery.open_takedowns > 0 && (
              <ButtonLink
                color="red"
                variant="light"
                leftSection={<IconEyeOff size={18} stroke={1.8} aria-hidden="true" />}
                to="/gallery/$galleryId/takedowns"
                params={{ galleryId: gallery.id }}
              >
                {t('takedowns.open_requests', { count: gallery.open_takedowns })}
              </ButtonLink>
            )}
            {upload()}
            {(can_edit || can_upload_photos) && (
              <ButtonLink
                variant="default"
                className={classes.slim}
                leftSection={<IconPencil size={18} stroke={1.7} aria-hidden="true" />}
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
        facts={person ? `${nameOfPerson(t, person)} · ${photos(person.photo_count)}` : photoCount}
        actions={upload(classes.slim)}
      />
    </>
  );
}
