import { Button, Text } from '@mantine/core';
import { IconFaceId, IconPhotoHeart, IconShare, IconShieldHeart } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Heading } from '#client/components/photo-grid/justified-rows.ts';
import { PhotoGrid } from '#client/components/photo-grid/photo-grid.tsx';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { ButtonLink } from '#client/components/ui/links.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import { useFoundPhotos } from '#client/features/my-photos/api/my-photos.ts';
import { useNewPhotos } from '#client/features/my-photos/api/new-photos.ts';
import { LinkQuestions } from '#client/features/my-photos/components/link-questions.tsx';
import { References } from '#client/features/my-photos/components/references.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import type { FamilyMember, FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-photos.module.css';
import { FoundSelection } from './found-selection.tsx';

const AddReferenceDialog = lazy(() =>
  import('#client/features/my-photos/components/add-reference-dialog.tsx').then((m) => ({
    default: m.AddReferenceDialog,
  })),
);
const FamilyLinksDialog = lazy(() =>
  import('#client/features/my-photos/components/family-links-dialog.tsx').then((m) => ({
    default: m.FamilyLinksDialog,
  })),
);
const FoundViewer = lazy(() => import('./found-viewer.tsx'));

/** One tab: the pictures somebody is found by, questions, and the photos. */
export function FoundPhotos({ member }: { member: FamilyMember }) {
  const { t } = useTranslation();
  const [enrolling, setEnrolling] = useState(false);
  const [sharing, setSharing] = useState(false);
  const name = member.first_name || member.name;
  if (member.find !== 'yes')
    return (
      <EmptyState
        icon={IconShieldHeart}
        title={t('my_photos.not_agreed', { name })}
        text={t('my_photos.not_agreed_text', { name })}
        action={<ButtonLink to="/family">{t('my_photos.to_family')}</ButtonLink>}
      />
    );
  const enrol = () => setEnrolling(true);
  return (
    <>
      {member.references.length > 0 ? (
        <References member={member} onAdd={enrol} />
      ) : (
        <EmptyState
          icon={IconFaceId}
          title={t('my_photos.no_picture', { name })}
          text={t('my_photos.no_picture_text', { name })}
          action={<Button onClick={enrol}>{t('my_photos.add_picture')}</Button>}
        />
      )}
      {member.may_share && (
        <Button
          mb="md"
          variant="default"
          leftSection={<IconShare size={18} aria-hidden="true" />}
          onClick={() => setSharing(true)}
        >
          {t('my_photos.share')}
        </Button>
      )}
      <FoundList member={member} />
      <Suspense>
        {enrolling && <AddReferenceDialog member={member} onClose={() => setEnrolling(false)} />}
        {sharing && <FamilyLinksDialog member={member} onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  );
}

function FoundList({ member }: { member: FamilyMember }) {
  const { t } = useTranslation();
  const photos = useFoundPhotos(member.id);
  const viewer = useOpenPhoto(photos);
  const selection = useSelection(member.id);
  const { date, number } = useFormat();
  const added = useNewPhotos(member.id, photos.firstPage);
  const headingOf = useCallback(
    ({ event_id, event_name, event_date }: FoundPhoto): Heading => ({
      key: event_id,
      title: event_name,
      facts: date(event_date),
    }),
    [date],
  );
  const badgeOf = useCallback(
    ({ created_at }: FoundPhoto) =>
      added.since !== null &&
      created_at > added.since && <span className={classes.new}>{t('my_photos.new_mark')}</span>,
    [added.since, t],
  );
  const name = member.first_name || member.name;
  return (
    <>
      <LinkQuestions member={member} />
      {photos.isPending && <PhotoGridSkeleton />}
      {photos.error && photos.photos.length === 0 && (
        <ErrorState
          title={t('failed.photos_load')}
          error={photos.error}
          onRetry={() => void photos.refetch()}
        />
      )}
      {photos.isSuccess && photos.photos.length === 0 && member.references.length > 0 && (
        <EmptyState
          icon={IconPhotoHeart}
          title={t('my_photos.none', { name })}
          text={t('my_photos.none_text')}
        />
      )}
      {added.count > 0 && (
        <Text fw={600} role="status">
          {t('my_photos.new', { count: added.count, n: number(added.count) })}
        </Text>
      )}
      {photos.photos.length > 0 && (
        <PhotoGrid
          headingOf={headingOf}
          badgeOf={badgeOf}
          photos={photos.photos}
          total={photos.total}
          label={t('my_photos.photos_of', { name })}
          onOpen={viewer.open}
          shown={viewer.index}
          onNearEnd={photos.loadMore}
          loadingMore={photos.isFetchingNextPage}
          selection={selection}
        />
      )}
      <FoundSelection photos={photos.photos} selection={selection} />
      <Suspense>
        {viewer.index >= 0 && (
          <FoundViewer
            member={member}
            photos={photos.photos}
            total={photos.total}
            index={viewer.index}
            onIndex={viewer.show}
            onClose={viewer.close}
            onNearEnd={photos.loadMore}
          />
        )}
      </Suspense>
    </>
  );
}
