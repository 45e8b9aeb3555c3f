import { useTranslation } from 'react-i18next';
import { MonthsSelect } from '#client/components/ui/forms/months-select.tsx';
import { FIRST_NOTICE_DAYS, LAST_NOTICE_DAYS } from '#server/contract/expiry-notices.ts';
import { presetLinkDays } from '#server/contract/lifetimes.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { ChosenSetting } from './chosen-setting.tsx';

/** How long new share links last at most. */
export function LinkMonthsField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  return (
    <ChosenSetting settings={settings} name="link_months">
      {(months, choose) => (
        <MonthsSelect
          label={t('installation_settings.link_months')}
          description={t('installation_settings.link_months_hint', {
            days: presetLinkDays,
            first: FIRST_NOTICE_DAYS,
            last: LAST_NOTICE_DAYS,
          })}
          never={t('installation_settings.link_months_never')}
          value={months}
          onChange={choose}
        />
      )}
    </ChosenSetting>
  );
}
