import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { JoinForm } from '#client/features/accounts/auth/components/join-form.tsx';
import { ProviderSignIn } from '#client/features/accounts/auth/components/provider-sign-in.tsx';
import { useRegisterWithInvitation } from '#client/features/people/invitations/api/open-invitation.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import type { JoinedClub, OpenInvitation } from '#server/contract/schemas/invitations.ts';

interface RegisterAndJoinProps {
  token: string;
  invitation: OpenInvitation;
  onJoined: (joined: JoinedClub) => void;
}

/** For those who are not signed in: a new account that joins at once, or the way to sign in and back. */
export function RegisterAndJoin({ token, invitation, onJoined }: RegisterAndJoinProps) {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  const { mutate, error, isPending } = useRegisterWithInvitation(onJoined);
  const full_name = `${invitation.first_name} ${invitation.last_name}`.trim();
  return (
    <Stack gap="lg">
      <Text>
        {t('register.have_account')}{' '}
        <AnchorLink to="/login" search={{ from: '/invitation' }} fw={600}>
          {t('invitation.sign_in_and_join')}
        </AnchorLink>
      </Text>
      {settings?.provider_label && <ProviderSignIn provider={settings.provider_label} from="/invitation" />}
      {settings?.passwords_for === 'superusers' ? null : settings?.registration === 'closed' ? (
        <Text>{t('errors.registration_closed')}</Text>
      ) : (
        <>
          <Title order={2} size="h3">
            {t('invitation.new_account')}
          </Title>
          <JoinForm
            register={{
              mutate: (account, handlers) => mutate({ ...account, token }, handlers),
              error,
              isPending,
            }}
            submit={t('invitation.register')}
            known={{ full_name, email: invitation.email ?? '' }}
          />
        </>
      )}
    </Stack>
  );
}
