import { Anchor, Box, Button, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LegalLinks } from '#client/components/ui/elements/legal-links.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { ApiKeys } from '#client/features/accounts/api-keys/components/api-keys.tsx';
import { OpenSessions } from '#client/features/accounts/auth/components/open-sessions.tsx';
import { Passkeys } from '#client/features/accounts/auth/components/passkeys.tsx';
import { ProviderConnection } from '#client/features/accounts/auth/components/provider-connection.tsx';
import { DeliverySettings } from '#client/features/accounts/notifications/components/delivery-settings.tsx';
import { SecondFactor } from '#client/features/accounts/second-factor/components/second-factor.tsx';
import { PasswordButton } from '#client/features/accounts/users/components/password-button.tsx';
import { TellThisDevice } from '#client/features/administration/web-push/components/tell-this-device.tsx';
import { CalendarFeed } from '#client/features/clubs/calendar/components/calendar-feed.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useScrollToHash } from '#client/hooks/use-scroll-to-hash.ts';
import { buildLabel } from '#client/lib/build-label.ts';

const KeyboardShortcuts = lazyPart(() =>
  import('#client/features/platform/keyboard-shortcuts/components/keyboard-shortcuts.tsx').then((m) => ({
    default: m.KeyboardShortcuts,
  })),
);
const schemes = ['auto', 'light', 'dark'] as const;

export function SettingsPage() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [keys, setKeys] = useState(false);
  const phones = usePublicSettings().settings?.web_push;
  useScrollToHash(true);
  return (
    <Page>
      <PageHeader title={t('settings.title')} />
      <Section title={t('settings.theme')} text={t('settings.theme_text')}>
        <SegmentedControl
          size="md"
          aria-label={t('settings.theme')}
          data={schemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
        />
      </Section>
      <Section id="notifications" title={t('settings.notifications')} text={t('settings.notifications_text')}>
        <DeliverySettings />
        {phones && (
          <Box mt="md" maw={420}>
            <TellThisDevice />
          </Box>
        )}
      </Section>
      <Section title={t('family.title')} text={t('family.settings_text')}>
        <ButtonLink to="/family" variant="default">
          {t('family.open')}
        </ButtonLink>
      </Section>
      <Section title={t('settings.security')} text={t('settings.security_text')}>
        <PasswordButton />
      </Section>
      <Section id="second-factor" title={t('second_factor.title')} text={t('second_factor.text')}>
        <SecondFactor />
      </Section>
      <Section title={t('settings.sessions')} text={t('settings.sessions_text')}>
        <OpenSessions />
      </Section>
      <Passkeys />
      <ProviderConnection />
      <ApiKeys />
      <Section title={t('calendar.title')} text={t('calendar.text')}>
        <CalendarFeed />
      </Section>
      <Box visibleFrom="sm">
        <Section title={t('settings.keys')} text={t('settings.keys_text')}>
          <Button variant="default" onClick={() => setKeys(true)}>
            {t('settings.show_keys')}
          </Button>
        </Section>
      </Box>
      <Section title={t('settings.about')} text={t('settings.about_text')}>
        <Text fw={550}>{t('settings.version', { version: buildLabel })}</Text>
        <Anchor href="/api/docs">{t('settings.api')}</Anchor>
        <Box mt="sm">
          <LegalLinks />
        </Box>
      </Section>
      <Suspense>{keys && <KeyboardShortcuts onClose={() => setKeys(false)} />}</Suspense>
    </Page>
  );
}
