import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClubList } from '#client/components/ui/data/club-list.tsx';
import { Avatar } from '#client/components/ui/elements/avatar.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { OwnData } from '#client/features/accounts/users/components/own-data.tsx';
import { OwnPhotographerSwitch } from '#client/features/accounts/users/components/own-photographer-switch.tsx';
import { PasswordButton } from '#client/features/accounts/users/components/password-button.tsx';
import { ProfileForm } from '#client/features/accounts/users/components/profile-form.tsx';
import { RoleList } from '#client/features/accounts/users/components/role-list.tsx';
import { CreditLineForm } from '#client/features/galleries/photos/components/credit-line-form.tsx';
import { useEndInAllClubs } from '#client/features/people/family/components/use-end-of-guardianships.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { isGlobalAdmin } from '#client/lib/has-required-role.ts';
import { useUser } from '#client/lib/session.ts';

export function ProfilePage() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const user = useUser();
  const name = user.full_name || user.username;
  const isPhotographer = user.role_assignments.some(({ role_name }) => role_name === 'photographer');
  return (
    <Page>
      <PageHeader
        title={name}
        mark={<Avatar name={name} size={72} />}
        facts={
          <>
            <span>{user.username}</span>
            <span>
              {t('profile.member_since')} {date(user.created_at)}
            </span>
          </>
        }
      />
      <Section title={t('profile.details')} text={t('profile.details_text')}>
        <ProfileForm user={user} />
      </Section>
      {(isPhotographer || isGlobalAdmin(user)) && (
        <Section title={t('profile.credit.title')} text={t('profile.credit.text')}>
          <CreditLineForm />
        </Section>
      )}
      <Section title={t('shell.password.security')} text={t('profile.security_text')}>
        <PasswordButton />
      </Section>
      <Section title={t('profile.roles')} text={t('profile.roles_text')}>
        <RoleList assignments={user.role_assignments} explained />
        {isGlobalAdmin(user) && <OwnPhotographerSwitch />}
      </Section>
      <Section title={t('profile.clubs')}>
        {user.clubs.length > 0 ? (
          <ClubList clubs={user.clubs} />
        ) : (
          <>
            <Text c="dimmed" mb="sm">
              {t('dashboard.no_clubs')}
            </Text>
            <ButtonLink to="/clubs" variant="default">
              {t('dashboard.find_clubs')}
            </ButtonLink>
          </>
        )}
      </Section>
      <Section title={t('own_data.title')} text={t('own_data.text')}>
        <OwnData useEnd={useEndInAllClubs} />
      </Section>
    </Page>
  );
}
