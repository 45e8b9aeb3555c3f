import { Switch, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { ChosenSetting } from './chosen-setting.tsx';

/** Messages to phones. The services of browsers that carry them learn something: who switches it on reads what. */
export function PhonesSwitch({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const contact = settings.push_contact?.replace(/^mailto:/, '');
  return (
    <ChosenSetting settings={settings} name="web_push">
      {(on, switchOn) => (
        <>
          <Switch
            label={t('installation_settings.web_push')}
            description={t('installation_settings.web_push_services')}
            checked={on}
            disabled={!contact && !on}
            onChange={(change) => switchOn(change.currentTarget.checked)}
          />
          <Text size="sm">
            {contact ? (
              t('installation_settings.web_push_contact', { contact })
            ) : (
              <Trans
                i18nKey="installation_settings.web_push_no_contact"
                components={{ name: <code>SECURITY_CONTACT</code> }}
              />
            )}
          </Text>
        </>
      )}
    </ChosenSetting>
  );
}
