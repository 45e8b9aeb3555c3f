import { Text } from '@mantine/core';
import { IconPhotoHeart } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Heading } from '#client/components/photo-grid/justified-rows.ts';
import { PhotoGrid } from '#client/components/photo-grid/photo-grid.tsx';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import { EmptyState } from '#client/components/ui/empty-state.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { lazyPart } from '#client/components/ui/lazy-part.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import { useFoundPhotos } from '#client/features/my-photos/api/my-photos.ts';
import { useNewPhotos } from '#client/features/my-photos/api/new-photos.ts';
import { AnswerAboutPerson } from '#client/features/my-photos/components/answer-about-person.tsx';
import { MatchQuestions } from '#client/features/my-photos/components/match-questions.tsx';
import { useAnswerAboutPerson } from '#client/features/my-photos/components/use-answer-about-person.ts';
import type { ShownMember } from '#client/features/my-photos/shown-names.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { useSelection } from '#client/lib/use-selection.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-photos.module.css';
import { FoundSelection } from './found-selection.tsx';

const AskTakedown = lazyPart(() => import('../gallery/ask-takedown.tsx'));
const FoundViewer = lazyPart(() => import('./found-viewer.tsx'));

/** The photos that somebody is on, by event, and before them the questions whether a face is theirs. */
export function FoundPhotos({ member }: { member: ShownMember }) {
  const { t } = useTranslation();
  const photos = useFoundPhotos(member.id);
  // Not `isComplete`: an answer about the open photo takes it from this list.
  const viewer = useOpenPhoto({ photos: photos.photos, loadMore: photos.loadMore });
  const answers = useAnswerAboutPerson(member, { onNo: viewer.close });
  const [asking, setAsking] = useState<FoundPhoto>();
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
  const name = member.shown_name;
  return (
    <>
      <MatchQuestions member={member} />
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
            photos={photos.photos}
            total={photos.total}
            index={viewer.index}
            onIndex={viewer.show}
            onClose={viewer.close}
            onNearEnd={photos.loadMore}
            onAskTakedown={(photo) => {
              setAsking(photo);
              viewer.close();
            }}
            answerOf={(photo) => (
              <AnswerAboutPerson
                name={name}
                photo={photo}
                count={photos.photos.filter(({ person_id }) => person_id === photo.person_id).length}
                pending={answers.pending}
                onSay={(said) => answers.say(photo.person_id, said)}
              />
            )}
          />
        )}
        {/* The viewer is closed first: while a dialog is open, the back button closes the dialog. */}
        {asking && viewer.index < 0 && <AskTakedown photo={asking} onClose={() => setAsking(undefined)} />}
      </Suspense>
    </>
  );
}
