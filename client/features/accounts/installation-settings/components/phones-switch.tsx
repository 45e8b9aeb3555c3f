import { Stack, Switch, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import { toast } from '#client/lib/toast.ts';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { useSaveInstallationSettings } from '../api/installation-settings.ts';

/** Messages to phones. The services of browsers that carry them learn something: who switches it on reads what. */
export function PhonesSwitch({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { mutateAsync, error } = useSaveInstallationSettings();
  const [on, switchOn] = useOptimisticSetting(settings.web_push, (web_push) =>
    mutateAsync(
      { web_push, seen: { web_push: settings.web_push } },
      { onSuccess: () => toast.success(t('installation_settings.saved')) },
    ),
  );
  const contact = settings.push_contact?.replace(/^mailto:/, '');
  return (
    <Stack gap="md">
      <FormError error={error} title={t('failed.installation_settings')} />
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
    </Stack>
  );
}
