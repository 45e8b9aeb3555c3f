import { useTranslation } from 'react-i18next';
import {
  type InstallationSettings,
  registrationModes,
} from '#server/contract/schemas/installation-settings.ts';
import { ModeField } from './mode-field.tsx';

/** Who makes accounts. */
export function RegistrationField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  return (
    <ModeField
      settings={settings}
      name="registration"
      modes={registrationModes}
      label={t('installation_settings.registration')}
      labelOf={(mode) => t(`installation_settings.mode.${mode}`)}
      hintOf={(mode) => t(`installation_settings.mode_hint.${mode}`)}
    />
  );
}
