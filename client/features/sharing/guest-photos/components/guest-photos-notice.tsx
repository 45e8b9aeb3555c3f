import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { PageNotice } from '#client/components/ui/feedback/page-notice.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Says in a gallery that photos of guests wait, to those who decide about them. */
export default function GuestPhotosNotice({ gallery }: { gallery: Gallery }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const count = gallery.waiting_guest_photos;
  return (
    <PageNotice
      color="gray"
      title={t('guest_photos.waiting', { count, n: number(count) })}
      action={
        <ButtonLink
          variant="default"
          size="xs"
          to="/gallery/$galleryId/guest-photos"
          params={{ galleryId: gallery.id }}
        >
          {t('guest_photos.look')}
        </ButtonLink>
      }
    >
      {t('guest_photos.waiting_text')}
    </PageNotice>
  );
}
