import { Button, Skeleton, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { type PageTab, PageTabs } from '#client/components/ui/layout/page-tabs.tsx';
import type { SentPicture } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { useFamilyStatus } from '#client/features/faces/my-photos/api/family-status.ts';
import { useMyFamily } from '#client/features/faces/my-photos/api/my-family.ts';
import { usePhotoCounts } from '#client/features/faces/my-photos/api/my-photos.ts';
import { MemberMenu } from '#client/features/faces/my-photos/components/member-menu.tsx';
import type { ShownMember } from '#client/features/faces/my-photos/shown-names.ts';
import { useFamily } from '#client/features/people/family/api/family.ts';
import { GuardianRequests } from '#client/features/people/family/components/guardian-requests.tsx';
import { useWhoseLater } from '#client/features/people/family/components/use-whose-later.ts';
import { WhoseButtons } from '#client/features/people/family/components/whose-buttons.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import { IconFaceId } from '#client/icons/face-id.ts';
import { IconUserHeart } from '#client/icons/user-heart.ts';
import { relations } from '#server/contract/schemas/family.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { FamilyMemberTab } from './my-photos/family-member-tab.tsx';
import { NameFamily } from './my-photos/name-family.tsx';
import { QuestionSign } from './my-photos/question-sign.tsx';

const OwnRequestsOfViewer = lazyPart(
  () => import('#client/features/sharing/takedowns/components/own-requests-of-viewer.tsx'),
);
const PhotoSearchDialog = lazyPart(() =>
  import('#client/features/faces/my-photos/components/photo-search-dialog.tsx').then((module) => ({
    default: module.PhotoSearchDialog,
  })),
);
const TellThisDeviceItem = lazyPart(() =>
  import('#client/features/administration/web-push/components/tell-this-device-item.tsx').then((m) => ({
    default: m.TellThisDeviceItem,
  })),
);
const PhotoSearchResults = lazyPart(() =>
  import('./my-photos/photo-search-results.tsx').then((module) => ({ default: module.PhotoSearchResults })),
);

type Found = { photos: FoundPhoto[]; picture: SentPicture };

/** The photos of the viewer and of the viewer's children, from every gallery the viewer may read. */
export function MyPhotosPage() {
  const { t } = useTranslation();
  const { filters } = useUrlFilters();
  const family = useFamily().data;
  const whose = relations.find((relation) => relation === filters.whose);
  const claim = family?.claims.find(({ id }) => id === filters.claim);
  const names = claim !== undefined || (whose !== undefined && family?.clubs.length !== 0);
  if (names)
    return (
      <Page>
        <PageHeader title={t('my_photos.title')} back="/my-photos" />
        {family ? <NameFamily family={family} whose={whose} claim={claim} /> : <Skeleton h={240} />}
      </Page>
    );
  return <FoundPhotosOfFamily />;
}

function FoundPhotosOfFamily() {
  const { t } = useTranslation();
  const { filters } = useUrlFilters();
  const members = useMyFamily().data?.members;
  const [searching, setSearching] = useState(false);
  const [sharing, setSharing] = useState(false);
  const phones = usePublicSettings().settings?.web_push;
  const [found, setFound] = useState<Found>();
  const open = members?.find(({ id }) => id === filters.tab) ?? members?.[0];
  const viewing = useSearch({ strict: false }).photo !== undefined;
  const isOnlyChild = members?.length === 1 && !open?.is_self;
  // While the family loads, as it will be with one.
  const isShort = members?.length !== 0 && !found;
  const search = () => setSearching(true);
  return (
    <Page wide>
      <PageHeader
        title={isOnlyChild && open ? open.shown_name : t('my_photos.title')}
        inline={isShort}
        oneIcon={isShort}
        {...(members?.length === 0 && { facts: t('my_photos.lead') })}
        actions={
          !found &&
          (open ? (
            <MemberMenu
              key={open.id}
              member={open}
              isSharing={sharing && !viewing}
              setSharing={setSharing}
              onSearch={search}
            >
              {phones && (
                <Suspense>
                  <TellThisDeviceItem />
                </Suspense>
              )}
            </MemberMenu>
          ) : (
            members && (
              <Button variant="subtle" mod="flush" leftSection={<IconFaceId size={18} />} onClick={search}>
                {t('my_photos.once')}
              </Button>
            )
          ))
        }
      />
      <Suspense>{!found && <OwnRequestsOfViewer memberId={open?.id} />}</Suspense>
      {!found && <Family onSearch={search} onShareByLink={() => setSharing(true)} />}
      <Suspense>
        {found && (
          <PhotoSearchResults
            {...found}
            members={open ? [open] : []}
            onAgain={search}
            onBack={() => setFound(undefined)}
          />
        )}
        {searching && (
          <PhotoSearchDialog
            onClose={() => setSearching(false)}
            onFound={(photos, picture) => {
              setFound({ photos, picture });
              setSearching(false);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}

interface FamilyProps {
  onSearch: () => void;
  onShareByLink: () => void;
}

function Family({ onSearch, onShareByLink }: FamilyProps) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const { data, error, refetch } = useMyFamily();
  const { status, asked } = useFamilyStatus();
  const isAsked = asked.length > 0;
  const claims = useFamily().data?.claims ?? [];
  // Who has answered some and said "later" to the others finds them on the page of the family.
  const unanswered = claims.find(({ questions }) => questions.every(({ answer }) => answer === null));
  const waiting = t('my_photos.waits', {
    count: claims.length,
    name: list(claims.map(({ name }) => name)),
  });
  const counts = usePhotoCounts(data?.members.flatMap(({ id, find }) => (find === 'no' ? [] : [id])) ?? []);
  const selves = data?.members.filter(({ is_self }) => is_self).length ?? 0;
  const labelOf = ({ is_self, shown_name, club_name }: ShownMember) => {
    if (!is_self) return shown_name;
    return selves > 1 ? `${t('my_photos.me')} (${club_name})` : t('my_photos.me');
  };
  const panelOf = (member: ShownMember) => (
    <FamilyMemberTab key={member.id} member={member} onSearch={onSearch} onShareByLink={onShareByLink} />
  );
  const [first, ...others] = data?.members ?? [];
  const tabOf = (member: ShownMember): PageTab => ({
    value: member.id,
    label: labelOf(member),
    count: counts.get(member.id),
    sign: <QuestionSign id={member.id} />,
    panel: panelOf(member),
  });
  return (
    <>
      {error && !data && (
        <ErrorState title={t('my_photos.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton h={240} />}
      <GuardianRequests asked={asked} />
      {data && !first && !isAsked && status === 'possible' && <WhosePhotos />}
      {data && !first && (!isAsked || claims.length > 0) && status !== 'possible' && (
        <EmptyState
          icon={IconUserHeart}
          title={claims.length > 0 ? waiting : t('my_photos.nobody')}
          text={t(claims.length > 0 ? 'my_photos.waits_text' : 'my_photos.nobody_text')}
          action={
            unanswered ? (
              <ButtonLink to="/my-photos" search={{ claim: unanswered.id }}>
                {t('my_photos.to_questions')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/family">{t('my_photos.to_family')}</ButtonLink>
            )
          }
        />
      )}
      {first && claims.length > 0 && (
        <Text size="sm" mb="md">
          {waiting}.
        </Text>
      )}
      {first && others.length > 0 && (
        <PageTabs label={t('my_photos.whose')} tabs={[tabOf(first), ...others.map(tabOf)]} />
      )}
      {first && others.length === 0 && panelOf(first)}
    </>
  );
}

function WhosePhotos() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [, setLater] = useWhoseLater();
  const later = () => {
    setLater(true);
    void navigate({ to: '/' });
  };
  return (
    <EmptyState
      icon={IconUserHeart}
      title={t('family.whose.title')}
      text={t('family.whose.text')}
      action={<WhoseButtons question="whose" onLater={later} />}
    />
  );
}
