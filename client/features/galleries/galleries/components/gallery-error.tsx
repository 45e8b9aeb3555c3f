import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { IconLock } from '#client/icons/lock.ts';
import { IconPhotoOff } from '#client/icons/photo-off.ts';
import { errorMessage, wireErrorOf } from '#client/lib/error-message.ts';

interface GalleryErrorProps {
  error: unknown;
  back: string;
  onRetry: () => void;
}

/** The gallery is gone, or the viewer may not see it (any more). Other errors can be retried. */
export const isClosed = (error: unknown): boolean => [403, 404].includes(wireErrorOf(error)?.status ?? 0);

/** 404: not found. 403: not allowed. */
export function GalleryError({ error, back, onRetry }: GalleryErrorProps) {
  const { t } = useTranslation();
  const status = wireErrorOf(error)?.status;
  const known = isClosed(error);
  const title = status === 403 ? t('galleries.denied') : t('errors.gallery_not_found');
  usePageTitle(known ? title : t('galleries.load_failed'));
  const goBack = (
    <ButtonLink href={back} to={back as '/gallery'} variant="default">
      {t('common.go_back')}
    </ButtonLink>
  );
  return (
    <Page>
      {known ? (
        <EmptyState
          icon={status === 403 ? IconLock : IconPhotoOff}
          title={title}
          text={
            status === 403
              ? `${errorMessage(t, error)} ${t('galleries.denied_text')}`
              : t('galleries.not_found_text')
          }
          action={
            <Group justify="center" gap="sm">
              {goBack}
              {status === 403 && <ButtonLink to="/clubs">{t('dashboard.find_clubs')}</ButtonLink>}
            </Group>
          }
          alert
          whole
        />
      ) : (
        <>
          <ErrorState error={error} title={t('galleries.load_failed')} whole />
          <Group justify="center">
            {goBack}
            <Button onClick={onRetry}>{t('common.try_again')}</Button>
          </Group>
        </>
      )}
    </Page>
  );
}
