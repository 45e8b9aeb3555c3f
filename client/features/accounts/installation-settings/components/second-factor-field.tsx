import { useTranslation } from 'react-i18next';
import {
  type InstallationSettings,
  secondFactorModes,
} from '#server/contract/schemas/installation-settings.ts';
import { ModeField } from './mode-field.tsx';

/** Whether administrators need a second factor. */
export function SecondFactorField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  return (
    <ModeField
      settings={settings}
      name="admin_second_factor"
      modes={secondFactorModes}
      label={t('installation_settings.second_factor')}
      labelOf={(mode) => t(`installation_settings.second_factor_mode.${mode}`)}
      hintOf={(mode) => t(`installation_settings.second_factor_hint.${mode}`)}
    />
  );
}
