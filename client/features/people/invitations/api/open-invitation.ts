import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clientError } from '#client/lib/error-message.ts';
import { reloadUser, signedIn, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { JoinedClub } from '#server/contract/schemas/invitations.ts';

/**
 * The invitation of a link, as the viewer sees it. Never refetched: an expired link stays expired.
 * @param joined the club was joined: nothing is asked any more, also if somebody else is signed in now
 */
export function useOpenInvitation(token: string, joined: boolean) {
  const { client } = trpc.useUtils();
  const { user } = useSession();
  return useQuery({
    queryKey: ['invitation', token, user?.id],
    queryFn: () => {
      if (token === '') throw clientError({ code: 'invitation_not_found' }, undefined);
      // A POST request, so that the token is in no URL.
      return client.invitations.check.mutate({ token });
    },
    enabled: !joined,
    placeholderData: joined ? keepPreviousData : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Joins the club with the account that is signed in. */
export function useAcceptInvitation() {
  return trpc.invitations.accept.useMutation({ onSuccess: reloadUser });
}

/** Creates an account, joins the club and signs in. `onJoined` also runs when the form is gone by then. */
export function useRegisterWithInvitation(onJoined: (joined: JoinedClub) => void) {
  return trpc.invitations.register.useMutation({
    onSuccess: (joined) => {
      signedIn(joined);
      onJoined(joined);
    },
  });
}
