import { Skeleton, Stack, Title } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { useOpenInvitation } from '#client/features/people/invitations/api/open-invitation.ts';
import { InvitationSummary } from '#client/features/people/invitations/components/invitation-summary.tsx';
import {
  forgetPendingInvitation,
  keepPendingInvitation,
  readPendingInvitation,
} from '#client/features/people/invitations/pending-invitation.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { isCode } from '#client/lib/error-message.ts';
import { useSession } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import type { JoinedClub } from '#server/contract/schemas/invitations.ts';
import { JoinClub } from './invitation/join-club.tsx';
import { RegisterAndJoin } from './invitation/register-and-join.tsx';

const endedCodes = [
  'invitation_not_found',
  'invitation_used',
  'invitation_expired',
  'invitation_revoked',
  'invitation_replaced',
  'invitation_accepted_before',
  'field_invalid',
] as const;

/** The target of an invitation: `/invitation#<token>`. Opening it does not use it up. */
export function InvitationPage() {
  const { t } = useTranslation();
  usePageTitle(t('invitation.title'));
  const router = useRouter();
  const { user } = useSession();
  const hash = useLocation({ select: (location) => location.hash });
  // Once the club is joined the invitation is forgotten, while its page stands until the next one is there.
  const [joined, setJoined] = useState(false);
  const opened = useRef('');
  opened.current = hash || readPendingInvitation() || opened.current;
  const token = opened.current;
  useEffect(() => {
    if (hash) keepPendingInvitation(hash);
  }, [hash]);
  const { data, error, isPending, refetch } = useOpenInvitation(token, joined);
  const isMember = !joined && user !== null && user.clubs.some(({ id }) => id === data?.club.id);
  const hasEnded = isCode(error, ...endedCodes);

  const welcome = ({ club, role, guardian, child_id }: JoinedClub) => {
    forgetPendingInvitation();
    setJoined(true);
    toast.success(t(`invitation.welcome_${guardian ?? role}`, { club: club.name }));
    if (child_id) void router.navigate({ to: '/my-photos', search: { tab: child_id }, replace: true });
    else void router.navigate({ to: guardian ? '/my-photos' : '/', replace: true });
  };

  return (
    <Stack gap="lg">
      {!data && <Title order={1}>{t('invitation.title')}</Title>}
      {isPending && <Skeleton h={280} />}
      {error && (
        <>
          <ErrorState
            title={t(hasEnded ? 'invitation.ended' : 'failed.invitation_load')}
            error={error}
            {...(hasEnded ? {} : { onRetry: () => void refetch() })}
          />
          <AnchorLink to={user ? '/' : '/login'} fw={600}>
            {t(user ? 'invitation.home' : 'register.login')}
          </AnchorLink>
        </>
      )}
      {data && (
        <>
          <InvitationSummary invitation={data} isMember={isMember} />
          {!joined && user && (
            <JoinClub token={token} invitation={data} user={user} isMember={isMember} onJoined={welcome} />
          )}
          {!joined && !user && <RegisterAndJoin token={token} invitation={data} onJoined={welcome} />}
        </>
      )}
    </Stack>
  );
}
