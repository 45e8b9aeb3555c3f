import { Button, Group, Text } from '@mantine/core';
import { IconFaceId, IconPhotoPlus, IconShieldHeart } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useFoundPhotos } from '#client/features/faces/my-photos/api/found-photos.ts';
import { AnsweredNo } from '#client/features/faces/my-photos/components/answered-no.tsx';
import { GuardOffer } from '#client/features/faces/my-photos/components/guard-offer.tsx';
import { MatchQuestions } from '#client/features/faces/my-photos/components/match-questions.tsx';
import { MemberMenu } from '#client/features/faces/my-photos/components/member-menu.tsx';
import { ReferencePictures } from '#client/features/faces/my-photos/components/reference-pictures.tsx';
import { ShareWithFamily } from '#client/features/faces/my-photos/components/share-with-family.tsx';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { FoundPhotos } from './found-photos.tsx';

const AddReferencePictureDialog = lazyPart(() =>
  import('#client/features/faces/my-photos/components/add-reference-picture-dialog.tsx').then((m) => ({
    default: m.AddReferencePictureDialog,
  })),
);
const FamilyShareLinksDialog = lazyPart(() =>
  import('#client/features/faces/my-photos/components/family-share-links-dialog.tsx').then((m) => ({
    default: m.FamilyShareLinksDialog,
  })),
);

interface FamilyMemberTabProps {
  member: ShownMember;
  /** Another of the family who is looked for by pictures. */
  beside: ShownMember | undefined;
}

/** One tab: the pictures somebody is found by, questions, and the photos. */
export function FamilyMemberTab({ member, beside }: FamilyMemberTabProps) {
  const { t } = useTranslation();
  const [enrolling, setEnrolling] = useState(false);
  const [sharing, setSharing] = useState(false);
  const { firstPage } = useFoundPhotos(member.id, { enabled: member.find === 'yes' });
  const viewing = useSearch({ strict: false }).photo !== undefined;
  const name = member.shown_name;
  if (member.find !== 'yes')
    return (
      <>
        <GuardOffer member={member} />
        <AnsweredNo member={member} />
        <MatchQuestions member={member} />
        <EmptyState
          icon={IconShieldHeart}
          title={t('my_photos.not_agreed', { name })}
          text={t('my_photos.not_agreed_text', { name })}
          action={<ButtonLink to="/family">{t('my_photos.to_family')}</ButtonLink>}
        />
      </>
    );
  const enrol = () => setEnrolling(true);
  const toldApart = beside && t('my_photos.told_apart', { name, other: beside.shown_name });
  const hasPictures = member.references.length > 0;
  // Without photos nothing is in the way of what else there is to do.
  const noPhotos = firstPage?.total === 0;
  const onlyLinked = !hasPictures && firstPage !== undefined && !noPhotos;
  return (
    <>
      {noPhotos && hasPictures && <ReferencePictures purpose="find" member={member} onAdd={enrol} />}
      {noPhotos && !hasPictures && (
        <EmptyState
          icon={IconFaceId}
          title={t('my_photos.no_picture', { name })}
          text={[t('my_photos.no_picture_text', { name }), toldApart].filter(Boolean).join(' ')}
          action={<Button onClick={enrol}>{t('my_photos.add_picture')}</Button>}
        />
      )}
      <Group gap="sm" mb="md" wrap="nowrap" justify="space-between" align="flex-start">
        <Group gap="sm" miw={0}>
          <ShareWithFamily member={member} onShare={() => setSharing(true)} />
          {onlyLinked && (
            <Button
              variant="default"
              leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
              onClick={enrol}
            >
              {t('my_photos.add_picture')}
            </Button>
          )}
          {noPhotos && (
            <ButtonLink
              to="/family"
              hash={member.id}
              variant="subtle"
              mod="flush"
              aria-label={t('family.answers_named', { action: t('family.answers'), name })}
            >
              {t('family.answers')}
            </ButtonLink>
          )}
        </Group>
        {!noPhotos && <MemberMenu member={member} onAddPicture={enrol} />}
      </Group>
      <GuardOffer member={member} />
      {toldApart && onlyLinked && (
        <Text c="dimmed" size="sm" mb="md">
          {toldApart}
        </Text>
      )}
      {noPhotos && (
        <div>
          <AnsweredNo member={member} />
        </div>
      )}
      <FoundPhotos member={member} onShareByLink={() => setSharing(true)} />
      <Suspense>
        {enrolling && (
          <AddReferencePictureDialog purpose="find" member={member} onClose={() => setEnrolling(false)} />
        )}
        {sharing && !viewing && <FamilyShareLinksDialog member={member} onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  );
}
