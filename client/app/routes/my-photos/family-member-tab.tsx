import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { useFoundPhotos } from '#client/features/faces/my-photos/api/found-photos.ts';
import { MatchQuestions } from '#client/features/faces/my-photos/components/match-questions.tsx';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { IconFaceId } from '#client/icons/face-id.ts';
import { IconPhotoHeart } from '#client/icons/photo-heart.ts';
import { IconShieldHeart } from '#client/icons/shield-heart.ts';
import { FoundPhotos } from './found-photos.tsx';
import { QuestionsOfMember } from './questions-of-member.tsx';

interface FamilyMemberTabProps {
  member: ShownMember;
  onSearch: () => void;
  onShareByLink: () => void;
}

/** One tab: the photos, and without any what there is to answer or to do. */
export function FamilyMemberTab({ member, onSearch, onShareByLink }: FamilyMemberTabProps) {
  const { t } = useTranslation();
  const isRefused = member.find === 'no';
  const { firstPage } = useFoundPhotos(member.id, { enabled: !isRefused });
  const name = member.shown_name;
  if (isRefused)
    return (
      <>
        <MatchQuestions member={member} />
        <EmptyState icon={IconShieldHeart} title={t('my_photos.not_agreed', { name })} />
      </>
    );
  const noPhotos = firstPage?.total === 0;
  const needsPicture = member.find === 'yes' && member.references.length === 0;
  return (
    <>
      {noPhotos && <QuestionsOfMember member={member} isOpen />}
      {noPhotos &&
        (needsPicture ? (
          <EmptyState
            icon={IconFaceId}
            title={t('my_photos.no_picture', { name })}
            text={t('my_photos.no_picture_text', { name })}
            action={<Button onClick={onSearch}>{t('my_photos.once')}</Button>}
          />
        ) : (
          <EmptyState
            icon={IconPhotoHeart}
            title={t('my_photos.none', { name })}
            text={t(member.find === 'yes' ? 'my_photos.none_text' : 'my_photos.none_before_yes')}
          />
        ))}
      <FoundPhotos member={member} onShareByLink={onShareByLink} />
    </>
  );
}
