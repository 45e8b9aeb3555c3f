import { Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useUserSearch } from '#client/features/accounts/users/api/search-users.ts';
import { useClubSearch } from '#client/features/clubs/clubs/api/search-clubs.ts';
import { AccessDialog } from '#client/features/galleries/galleries/components/access-dialog.tsx';
import { GalleryForm } from '#client/features/galleries/galleries/components/gallery-form.tsx';
import { KeptUntilDialog } from '#client/features/galleries/galleries/components/kept-until-dialog.tsx';
import { photographerName } from '#client/features/galleries/galleries/components/photographer-name.ts';
import { UploadDialog } from '#client/features/galleries/photos/components/upload-dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { CoverAndAccess, type GalleryDialog, ManageActions } from './manage-actions.tsx';
import ShareGallery from './share-gallery.tsx';
import { useCheckBeforePublishing } from './use-check-before-publishing.tsx';
import { useGalleryFormOptions } from './use-gallery-form-options.ts';
import { useSaveGallery } from './use-save-gallery.ts';

const CorrectedClocks = lazyPart(
  () => import('#client/features/faces/camera-clocks/components/corrected-clocks.tsx'),
);

export const ManageGallery = reopenable(function ManageGallery({
  gallery,
  back,
}: {
  gallery: Gallery;
  back: string;
}) {
  const { t } = useTranslation();
  const { number, date } = useFormat();
  const navigate = useNavigate();
  const [open, setOpen] = useState<GalleryDialog>();
  const photographer = photographerName(gallery);
  const current = useMemo(
    () => (gallery.photographer_id ? { value: gallery.photographer_id, label: photographer } : undefined),
    [gallery.photographer_id, photographer],
  );
  const { loading, ...choices } = useGalleryFormOptions(current);
  const close = () => setOpen(undefined);
  const toGallery = () => void navigate({ to: '/gallery/$galleryId', params: { galleryId: gallery.id } });
  const { can_edit } = gallery.permissions;

  const { save, pending, error, added } = useSaveGallery(gallery, choices.inheritedOf, toGallery);
  const check = useCheckBeforePublishing(gallery, save);

  const fields = <CoverAndAccess gallery={gallery} onOpen={setOpen} />;

  return (
    <Page>
      <PageHeader
        title={gallery.name}
        back={`/gallery/${gallery.id}`}
        facts={!can_edit && t('gallery_form.manage_lead_photographer')}
      />
      <Stack gap="xl">
        <Suspense>{gallery.has_cameras && <CorrectedClocks galleryId={gallery.id} />}</Suspense>
        {can_edit && loading && <Skeleton h={480} maw={720} />}
        {can_edit && !loading && (
          <GalleryForm
            {...choices}
            draft={`gallery:${gallery.id}`}
            initial={{
              name: gallery.name,
              event_id: gallery.event_id,
              photographer_id: gallery.photographer_id ?? '',
              visibility: gallery.visibility,
              club_ids: added,
              ...(gallery.has_words || gallery.shows_captions
                ? { shows_captions: gallery.shows_captions }
                : {}),
            }}
            picked={{}}
            pending={pending || check.pending}
            error={error}
            failed={t('failed.gallery_update')}
            submitLabel={t('common.save')}
            onCancel={toGallery}
            onSubmit={check.saveChecked}
          >
            {fields}
          </GalleryForm>
        )}
        {!can_edit && fields}
        <ManageActions gallery={gallery} back={back} onOpen={setOpen} />
        <DescriptionList
          items={[
            [t('galleries.photographer'), photographer || t('galleries.not_set')],
            [t('galleries.photo_count'), number(gallery.photo_count)],
            [t('galleries.created'), date(gallery.created_at)],
          ]}
        />
      </Stack>
      {check.dialog}
      {open === 'access' && (
        <AccessDialog
          galleryId={gallery.id}
          useClubSearch={useClubSearch}
          useUserSearch={useUserSearch}
          onClose={close}
        />
      )}
      {open === 'retention' && <KeptUntilDialog gallery={gallery} onClose={close} />}
      {open === 'links' && <ShareGallery gallery={gallery} onClose={close} />}
      {open === 'upload' && <UploadDialog gallery={gallery} onClose={close} onShow={toGallery} />}
    </Page>
  );
});
