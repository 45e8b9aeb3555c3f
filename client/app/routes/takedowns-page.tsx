import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useLiveGallery } from '#client/features/galleries/photos/api/live-gallery.ts';
import { TakedownList } from '#client/features/sharing/takedowns/components/takedown-list.tsx';
import { LoadedGallery } from './gallery/loaded-gallery.tsx';

/** /gallery/:id/takedowns: requests to take photos down, for those who may decide about them. */
export function TakedownsPage() {
  const { t } = useTranslation();
  const { galleryId } = useParams({ from: '/signed-in/gallery/$galleryId/takedowns' });
  const back = `/gallery/${galleryId}`;
  useLiveGallery(galleryId);
  return (
    <LoadedGallery galleryId={galleryId} back="/gallery">
      {({ name, permissions }) =>
        permissions.can_decide_takedowns ? (
          <Page>
            <PageHeader title={t('takedowns.title')} back={back} facts={<span>{name}</span>} />
            <TakedownList galleryId={galleryId} />
          </Page>
        ) : (
          <NotAvailable kind="forbidden" text={t('errors.gallery_action_forbidden')} back={back} />
        )
      }
    </LoadedGallery>
  );
}
