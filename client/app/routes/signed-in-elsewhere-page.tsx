import { Loader, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import {
  useFinishAtProvider,
  useProviderAnswer,
  useProviderSignIn,
} from '#client/features/accounts/auth/api/provider.ts';
import { stayHere } from '#client/features/accounts/auth/api/stay-here.ts';
import { ProviderRegisterForm } from '#client/features/accounts/auth/components/provider-register-form.tsx';
import { SecondFactorForm } from '#client/features/accounts/auth/components/second-factor-form.tsx';
import {
  forgetPendingInvitation,
  readPendingInvitation,
} from '#client/features/people/invitations/pending-invitation.ts';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { isCode } from '#client/lib/error-message.ts';
import { useSession } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { safeReturnPath } from '../route-guards.ts';

/** Where the browser comes back to from the OpenID provider: uses what it has answered. */
export function SignedInElsewherePage() {
  const { t } = useTranslation();
  usePageTitle(t('provider.page'));
  const router = useRouter();
  const { user } = useSession();
  const { settings } = usePublicSettings();
  const provider = settings?.provider_label ?? '';
  const { answer, error } = useProviderAnswer();
  const signIn = useProviderSignIn();
  const finish = useFinishAtProvider();
  const goOn = () => void router.navigate({ href: safeReturnPath(answer?.from), replace: true });

  const isUsed = useRef(false);
  useEffect(() => {
    if (!answer || answer.is_new || isUsed.current) return;
    isUsed.current = true;
    if (answer.purpose === 'sign_in') return signIn.mutate({}, { onSuccess: goOn });
    const done = answer.purpose === 'connect' ? 'provider.connected' : 'provider.reconfirmed';
    finish.mutate(undefined, {
      onSuccess: () => {
        toast.success(t(done));
        goOn();
      },
    });
  });

  const failure = error ?? signIn.error ?? finish.error;
  useEffect(() => {
    if (failure) stayHere(true);
  }, [failure]);

  const startOver = () => void router.navigate({ to: '/login', replace: true });
  if (isCode(signIn.error, 'second_factor_required'))
    return <SecondFactorForm credentials={null} asked={signIn.error} onStartOver={startOver} onDone={goOn} />;
  if (answer?.is_new) {
    const invitation = readPendingInvitation();
    const welcome = () => {
      if (invitation) forgetPendingInvitation();
      void router.navigate({ href: invitation ? '/' : safeReturnPath(answer.from), replace: true });
    };
    return (
      <ProviderRegisterForm provider={provider} known={answer} invitation={invitation} onDone={welcome} />
    );
  }
  return (
    <Stack gap="lg">
      <Title order={1}>{t('provider.page')}</Title>
      {failure ? (
        <>
          <ErrorState error={failure} title={t('failed.login')} />
          <AnchorLink to={user ? '/settings' : '/login'} fw={600}>
            {t(user ? 'provider.settings' : 'register.login')}
          </AnchorLink>
        </>
      ) : (
        <Text role="status">
          <Loader size="sm" me="sm" aria-hidden />
          {t('provider.wait')}
        </Text>
      )}
    </Stack>
  );
}
