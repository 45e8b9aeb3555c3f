import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useOwnPhotographerRole } from '#client/features/accounts/users/api/own-photographer-role.ts';
import { QuickPhotographerDialog } from '#client/features/accounts/users/components/quick-photographer-dialog.tsx';
import { QuickEventDialog } from '#client/features/galleries/events/components/quick-event-dialog.tsx';
import { useCreateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { GalleryForm } from '#client/features/galleries/galleries/components/gallery-form.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { defaultVisibility } from '#server/contract/gallery-visibility.ts';
import { useGalleryFormOptions } from './gallery/use-gallery-form-options.ts';

export function CreateGalleryPage() {
  const { t } = useTranslation();
  const user = useUser();
  const admin = isGlobalAdmin(user);
  const back = admin ? '/admin/gallery' : '/gallery';
  const may = useCan('gallery.create');
  const navigate = useNavigate();
  const create = useCreateGallery();
  const role = useOwnPhotographerRole();
  const { loading, ...choices } = useGalleryFormOptions();
  const { event: eventId } = useUrlFilters().filters;
  const offered = choices.events.find(({ value }) => value === eventId || choices.events.length === 1);
  const [quick, setQuick] = useState<'event' | 'photographer'>();
  const [picked, setPicked] = useState<{ event_id?: string; photographer_id?: string }>({});

  if (!may) return <NotAvailable kind="forbidden" text={t('errors.gallery_create_forbidden')} back={back} />;
  return (
    <Page>
      <PageHeader title={t('galleries.create')} facts={t('gallery_form.create_lead')} back={back} />
      {loading ? (
        <Skeleton h={480} maw={720} />
      ) : (
        <GalleryForm
          {...choices}
          draft="gallery:new"
          initial={{
            name: (offered && choices.nameOfEvent(offered.value)) ?? '',
            event_id: offered?.value ?? '',
            photographer_id: admin || user.roles.includes('photographer') ? user.id : '',
            visibility: defaultVisibility,
            club_ids: [],
          }}
          picked={picked}
          onQuickEvent={() => setQuick('event')}
          onQuickPhotographer={admin ? () => setQuick('photographer') : undefined}
          pending={create.isPending || role.pending}
          error={role.error ?? create.error}
          failed={t('failed.gallery_create')}
          submitLabel={t('galleries.create')}
          onCancel={() => void navigate({ href: back })}
          onSubmit={(values) =>
            role.giveIfNeeded(values.photographer_id, () =>
              create.mutate(values, {
                onSuccess: ({ id, name, permissions }) => {
                  toast.success(t('gallery_form.was_created', { name }));
                  void navigate({
                    href: `/gallery/${id}${permissions.can_upload_photos ? '?upload=1' : ''}`,
                  });
                },
              }),
            )
          }
        />
      )}
      {quick === 'event' && (
        <QuickEventDialog
          clubIds={choices.clubs.length === 1 ? choices.clubs.map(({ value }) => value) : []}
          onClose={() => setQuick(undefined)}
          onCreated={(event_id) => setPicked({ ...picked, event_id })}
        />
      )}
      {quick === 'photographer' && (
        <QuickPhotographerDialog
          onClose={() => setQuick(undefined)}
          onCreated={(photographer_id) => setPicked({ ...picked, photographer_id })}
        />
      )}
    </Page>
  );
}
