import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { PageNotice } from '#client/components/ui/feedback/page-notice.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** A notice to all readers of a gallery in its last days. */
export default function ExpiryNotice({ gallery }: { gallery: Gallery & { kept_until: string } }) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  return (
    <PageNotice
      color="yellow"
      title={t('retention.ending', { date: longDate(gallery.kept_until) })}
      action={
        gallery.permissions.can_delete && (
          <ButtonLink
            variant="default"
            size="xs"
            to="/admin/gallery/$galleryId/manage"
            params={{ galleryId: gallery.id }}
          >
            {t('retention.keep_longer')}
          </ButtonLink>
        )
      }
    >
      {t('retention.ending_text')}
    </PageNotice>
  );
}
