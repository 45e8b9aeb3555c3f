import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { ChosenSetting } from './chosen-setting.tsx';

export function PastEventsSwitch({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  return (
    <ChosenSetting settings={settings} name="allow_past_events">
      {(allowed, allow) => (
        <Switch
          label={t('installation_settings.past_events')}
          description={t('installation_settings.past_events_hint')}
          checked={allowed}
          onChange={(change) => allow(change.currentTarget.checked)}
        />
      )}
    </ChosenSetting>
  );
}
