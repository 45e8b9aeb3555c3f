import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useLogout } from '#client/features/auth/api/logout.ts';
import { usePasskeys } from '#client/features/auth/api/passkeys.ts';
import { Passkeys } from '#client/features/auth/components/passkeys.tsx';
import { useSecondFactorState } from '#client/features/second-factor/api/second-factor.ts';
import { SecondFactor } from '#client/features/second-factor/components/second-factor.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { reloadUser } from '#client/lib/session.ts';
import { SignedOutLayout } from '../layouts/signed-out-layout.tsx';

/** All that an administrator sees who needs a second factor and has none. */
export function SecondFactorNeeded() {
  const { t } = useTranslation();
  usePageTitle(t('second_factor.advice.needed'));
  const logout = useLogout();
  const codes = useSecondFactorState();
  const { list } = usePasskeys();
  const isSetUp =
    Boolean(codes.data?.since) || list.data?.passkeys.some((passkey) => passkey.is_for_this_address);
  return (
    <SignedOutLayout>
      <Stack gap="lg">
        <Title order={1}>{t('second_factor.advice.needed')}</Title>
        <Text>{t('second_factor.advice.needed_text')}</Text>
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
