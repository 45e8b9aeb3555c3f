import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useLogout } from '#client/features/accounts/auth/api/logout.ts';
import { usePasskeys } from '#client/features/accounts/auth/api/passkeys.ts';
import { useFinishAtProvider, useProviderAnswer } from '#client/features/accounts/auth/api/provider.ts';
import { Passkeys } from '#client/features/accounts/auth/components/passkeys.tsx';
import { useSecondFactorState } from '#client/features/accounts/second-factor/api/second-factor.ts';
import { SecondFactor } from '#client/features/accounts/second-factor/components/second-factor.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { reloadUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { SignedOutLayout } from '../layouts/signed-out-layout.tsx';
import { safeReturnPath } from '../route-guards.ts';

/** All that an administrator sees who needs a second factor and has none. */
export function SecondFactorNeeded() {
  const { t } = useTranslation();
  usePageTitle(t('second_factor.advice.needed'));
  const logout = useLogout();
  const codes = useSecondFactorState();
  const { list } = usePasskeys();
  const [cameBack] = useState(() => window.location.pathname === '/signed-in-elsewhere');
  const isSetUp =
    Boolean(codes.data?.since) || list.data?.passkeys.some((passkey) => passkey.is_for_this_address);
  return (
    <SignedOutLayout>
      <Stack gap="lg">
        <Title order={1}>{t('second_factor.advice.needed')}</Title>
        <Text>{t('second_factor.advice.needed_text')}</Text>
        {cameBack && <FinishConfirming />}
        <div>
          <Passkeys stacked />
          <Section title={t('second_factor.advice.codes')} text={t('second_factor.text')} stacked>
            <SecondFactor />
          </Section>
        </div>
        <Group gap="sm">
          {isSetUp && (
            <Button size="lg" onClick={() => void reloadUser()}>
              {t('second_factor.advice.go_on')}
            </Button>
          )}
          <Button variant="default" onClick={() => void logout()}>
            {t('settings.log_out')}
          </Button>
        </Group>
      </Stack>
    </SignedOutLayout>
  );
}

/** Uses what the OpenID provider has answered, where it was signed in to instead of giving the password again. */
function FinishConfirming() {
  const { t } = useTranslation();
  const { answer, error } = useProviderAnswer();
  const finish = useFinishAtProvider();
  const isUsed = useRef(false);
  useEffect(() => {
    if (!answer || isUsed.current) return;
    isUsed.current = true;
    finish.mutate(undefined, { onSuccess: () => toast.success(t('provider.reconfirmed')) });
    window.history.replaceState(null, '', safeReturnPath(answer.from));
  });
  return <FormError error={error ?? finish.error} />;
}
