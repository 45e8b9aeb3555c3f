import { Group, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoBrowser } from '#client/components/photo-browser/photo-browser.tsx';
import type { Heading } from '#client/components/photo-grid/justified-rows.ts';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useOpenPhoto } from '#client/components/viewer/use-open-photo.ts';
import { useFoundPhotos } from '#client/features/faces/my-photos/api/found-photos.ts';
import { useNewPhotos } from '#client/features/faces/my-photos/api/new-photos.ts';
import { AnswerAboutPerson } from '#client/features/faces/my-photos/components/answer-about-person.tsx';
import { KeepFoundInside } from '#client/features/faces/my-photos/components/keep-found-inside.tsx';
import { useAnswerAboutPerson } from '#client/features/faces/my-photos/components/use-answer-about-person.ts';
import { maySharePhotos } from '#client/features/faces/my-photos/may-share-photos.ts';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-photos.module.css';
import { FoundSelection } from './found-selection.tsx';
import { QuestionsOfMember } from './questions-of-member.tsx';

const AskTakedown = lazyPart(() => import('../gallery/ask-takedown.tsx'));
const FoundViewer = lazyPart(() => import('./found-viewer.tsx'));

interface FoundPhotosProps {
  member: ShownMember;
  onShareByLink: () => void;
}

/** The photos that somebody is on, by event; what there is to answer is opened by a button. */
export function FoundPhotos({ member, onShareByLink }: FoundPhotosProps) {
  const { t } = useTranslation();
  const photos = useFoundPhotos(member.id);
  // Not `isComplete`: an answer about the open photo takes it from this list.
  const viewer = useOpenPhoto({ photos: photos.photos, loadMore: photos.loadMore });
  const answers = useAnswerAboutPerson(member, { onNo: viewer.close });
  const selection = useSelection(member.id);
  const { date, number } = useFormat();
  const added = useNewPhotos(member.id, photos.firstPage);
  const { isInPublicGallery } = photos;
  const headingOf = useCallback(
    (photo: FoundPhoto): Heading => {
      const day = date(photo.event_date);
      const title = photo.event_name;
      return isInPublicGallery(photo)
        ? { key: `public ${photo.event_id}`, title, facts: `${day} · ${t('my_photos.in_public_gallery')}` }
        : { key: photo.event_id, title, facts: day };
    },
    [date, isInPublicGallery, t],
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
      {photos.photos.length > 0 && (
        <Group gap="sm">
          {added.count > 0 && (
            <Text fw={600} role="status">
              {t('my_photos.new', { count: added.count, n: number(added.count) })}
            </Text>
          )}
          <QuestionsOfMember member={member} />
        </Group>
      )}
      <PhotoBrowser
        list={photos}
        viewer={viewer}
        headingOf={headingOf}
        badgeOf={badgeOf}
        label={t('my_photos.photos_of', { name })}
        selection={selection}
        empty={null}
        viewerOf={(list) => (
          <FoundViewer
            {...list}
            byLink={
              !maySharePhotos(member)
                ? undefined
                : {
                    label: t('my_photos.share_title', { name }),
                    onShare: () => {
                      onShareByLink();
                      viewer.close();
                    },
                  }
            }
            answerOf={(photo) =>
              member.find === 'yes' && (
                <AnswerAboutPerson
                  name={name}
                  photo={photo}
                  count={photos.photos.filter(({ person_id }) => person_id === photo.person_id).length}
                  pending={answers.pending}
                  onSay={(said) => answers.say(photo.person_id, said)}
                  onReject={() => answers.reject(photo.person_id, photo.id)}
                />
              )
            }
          />
        )}
        takedownOf={(photo, close) => <AskTakedown photo={photo} onClose={close} />}
      >
        <FoundSelection photos={photos.photos} selection={selection} />
      </PhotoBrowser>
      {member.outside === 'no' && <KeepFoundInside id={member.id} name={name} />}
      {photos.publicGalleries > 0 && (
        <Text mt="md" role="status">
          {t('my_photos.also_public', {
            count: photos.publicGalleries,
            n: number(photos.publicGalleries),
          })}
        </Text>
      )}
    </>
  );
}
