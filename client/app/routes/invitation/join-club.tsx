import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useLogout } from '#client/features/accounts/auth/api/logout.ts';
import { useAcceptInvitation } from '#client/features/people/invitations/api/open-invitation.ts';
import type { JoinedClub, OpenInvitation } from '#server/contract/schemas/invitations.ts';
import type { User } from '#server/contract/schemas/users.ts';

interface JoinClubProps {
  token: string;
  invitation: OpenInvitation;
  user: User;
  /** Then an invitation for a guardian makes no member. */
  isMember: boolean;
  onJoined: (joined: JoinedClub) => void;
}

/** Joining with the account that is signed in: one button. */
export function JoinClub({ token, invitation, user, isMember, onJoined }: JoinClubProps) {
  const { t } = useTranslation();
  const accept = useAcceptInvitation();
  const logOut = useLogout();
  const club = invitation.club.name;
  if (invitation.accepted && !accept.isSuccess)
    return (
      <Stack gap="md">
        <Text role="status">{t('invitation.already_member', { club })}</Text>
        <AnchorLink to="/" fw={600}>
          {t('invitation.home')}
        </AnchorLink>
      </Stack>
    );
  return (
    <Stack gap="lg">
      <FormError error={accept.error} title={t('failed.invitation_accept')} />
      <Button
        size="lg"
        loading={accept.isPending}
        styles={{ root: { blockSize: 'auto', minBlockSize: 50 }, label: { whiteSpace: 'normal' } }}
        onClick={() => accept.mutate({ token }, { onSuccess: onJoined })}
      >
        {t(invitation.for_guardian && isMember ? 'invitation.answer' : 'invitation.join', { club })}
      </Button>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('invitation.signed_in_as', { name: user.full_name || user.username })}{' '}
        <Anchor component="button" type="button" fw={600} onClick={() => void logOut()}>
          {t('invitation.other_account')}
        </Anchor>
      </Text>
    </Stack>
  );
}
