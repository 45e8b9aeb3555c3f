import { Code, Skeleton, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useInstallationSettings } from '#client/features/accounts/installation-settings/api/installation-settings.ts';
import { BinDaysField } from '#client/features/accounts/installation-settings/components/bin-days-field.tsx';
import { ForwardingWarning } from '#client/features/accounts/installation-settings/components/forwarding-warning.tsx';
import { InstallationNameForm } from '#client/features/accounts/installation-settings/components/installation-name-form.tsx';
import { LegalLinksForm } from '#client/features/accounts/installation-settings/components/legal-links-form.tsx';
import { LinkMonthsField } from '#client/features/accounts/installation-settings/components/link-months-field.tsx';
import { PastEventsSwitch } from '#client/features/accounts/installation-settings/components/past-events-switch.tsx';
import { PhonesSwitch } from '#client/features/accounts/installation-settings/components/phones-switch.tsx';
import { RegistrationField } from '#client/features/accounts/installation-settings/components/registration-field.tsx';
import { SecondFactorField } from '#client/features/accounts/installation-settings/components/second-factor-field.tsx';
import { BackupStatus } from '#client/features/administration/backups/components/backup-status.tsx';
import { MailStatus } from '#client/features/administration/mail/components/mail-status.tsx';
import { useScrollToHash } from '#client/hooks/use-scroll-to-hash.ts';

/** What administrators decide for the whole installation; each choice is saved at once. */
export function InstallationSettingsPage() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useInstallationSettings();
  useScrollToHash(data !== undefined);
  return (
    <Page>
      <PageHeader title={t('installation_settings.title')} facts={t('installation_settings.lead')} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton h={320} />}
      {data && (
        <>
          <ForwardingWarning settings={data} />
          <Section
            id="address"
            title={t('installation_settings.name')}
            text={t('installation_settings.name_text')}
          >
            <InstallationNameForm settings={data} />
          </Section>
          <Section title={t('installation_settings.legal')} text={t('installation_settings.legal_text')}>
            <LegalLinksForm settings={data} />
          </Section>
          <Section
            title={t('installation_settings.registration')}
            text={t('installation_settings.registration_text')}
          >
            <RegistrationField settings={data} />
          </Section>
          <Section
            title={t('installation_settings.second_factor')}
            text={t('installation_settings.second_factor_text')}
          >
            <SecondFactorField settings={data} />
          </Section>
          <Section title={t('installation_settings.links')} text={t('installation_settings.links_text')}>
            <LinkMonthsField settings={data} />
          </Section>
          <Section title={t('installation_settings.bin')} text={t('installation_settings.bin_text')}>
            <BinDaysField settings={data} />
          </Section>
          <Section title={t('installation_settings.time')} text={t('installation_settings.time_text')}>
            <Text>
              <Trans
                i18nKey="installation_settings.time_zone"
                values={{ zone: data.time_zone }}
                components={{ name: <Code>TZ</Code> }}
              />
            </Text>
          </Section>
          <Section title={t('mail.title')} text={t('mail.text')}>
            <MailStatus />
          </Section>
          <Section title={t('installation_settings.phones')} text={t('installation_settings.phones_text')}>
            <PhonesSwitch settings={data} />
          </Section>
          <Section id="backup" title={t('backups.title')} text={t('backups.text')}>
            <BackupStatus />
          </Section>
          <Section title={t('installation_settings.events')} text={t('installation_settings.events_text')}>
            <PastEventsSwitch settings={data} />
          </Section>
        </>
      )}
    </Page>
  );
}
