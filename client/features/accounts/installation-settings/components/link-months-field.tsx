import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { MonthsSelect } from '#client/components/ui/forms/months-select.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import { FIRST_NOTICE_DAYS, LAST_NOTICE_DAYS } from '#server/contract/expiry-notices.ts';
import { presetLinkDays } from '#server/contract/lifetimes.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** How long new share links last at most; saved when chosen. */
export function LinkMonthsField({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [months, choose] = useOptimisticSetting(settings.link_months, (link_months) =>
    mutateAsync(
      { link_months, seen: { link_months: settings.link_months } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
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
    </Stack>
  );
}
