import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useMyFamily } from '#client/features/faces/my-photos/api/my-family.ts';
import { GuardPictures } from '#client/features/faces/my-photos/components/guard-pictures.tsx';
import { KeepFoundInside } from '#client/features/faces/my-photos/components/keep-found-inside.tsx';
import { useFamily } from '#client/features/people/family/api/family.ts';
import { FamilyOfClub } from '#client/features/people/family/components/family-of-club.tsx';
import { GuardianRequests } from '#client/features/people/family/components/guardian-requests.tsx';
import { OpenClaims } from '#client/features/people/family/components/open-claims.tsx';
import { WhoseButtons } from '#client/features/people/family/components/whose-buttons.tsx';
import { useScrollToHash } from '#client/hooks/use-scroll-to-hash.ts';
import { IconUserHeart } from '#client/icons/user-heart.ts';
import { useUser } from '#client/lib/session.ts';
import type { Family, FamilyPerson } from '#server/contract/schemas/family.ts';

/** What clubs may do with photos of the viewer and of the children in the viewer's care. */
export function FamilyPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useFamily();
  const withPictures = useMyFamily().data?.members;
  const countPictures = (id: string) => withPictures?.find((member) => member.id === id)?.references.length;
  // Links name a person, or one question about a person.
  useScrollToHash(data !== undefined);
  return (
    <Page>
      <PageHeader title={t('family.title')} facts={t('family.lead')} back="/settings" />
      {error && !data && (
        <ErrorState title={t('failed.family_load')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton h={240} />}
      {data && <MyFamily family={data} countPictures={countPictures} />}
    </Page>
  );
}

interface MyFamilyProps {
  family: Family;
  countPictures: (id: string) => number | undefined;
}

function MyFamily({ family: { people, asked, claims, clubs }, countPictures }: MyFamilyProps) {
  const { t } = useTranslation();
  const user = useUser();
  const byClub = new Map<string, [FamilyPerson, ...FamilyPerson[]]>();
  for (const person of people) {
    const others = byClub.get(person.club_id);
    if (others) others.push(person);
    else byClub.set(person.club_id, [person]);
  }
  return (
    <>
      <GuardianRequests asked={asked} />
      {[...byClub].map(([clubId, members]) => (
        <FamilyOfClub
          key={clubId}
          people={members}
          countPictures={countPictures}
          renderUnder={(person, { purpose, current }) => {
            if (purpose === 'find' && current === 'yes' && countPictures(person.id) === 0)
              return (
                <ButtonLink to="/my-photos" search={{ tab: person.id }}>
                  {t('my_photos.no_picture', { name: person.name })}
                </ButtonLink>
              );
            if (purpose === 'guard' && current === 'yes')
              return <GuardPictures person={person} hasOthers={(countPictures(person.id) ?? 0) > 0} />;
            if (purpose === 'outside' && current === 'no')
              return <KeepFoundInside id={person.id} name={person.name} />;
          }}
        />
      ))}
      {(clubs.length > 0 || claims.length > 0) && (
        <Section title={t('family.claim_title')} text={t('family.claim_text')}>
          {clubs.length > 0 && <WhoseButtons question="missing" />}
          <OpenClaims claims={claims} />
        </Section>
      )}
      {user.clubs.length === 0 && (
        <EmptyState
          icon={IconUserHeart}
          title={t('family.no_club')}
          action={<ButtonLink to="/clubs">{t('family.no_club_action')}</ButtonLink>}
        />
      )}
    </>
  );
}
