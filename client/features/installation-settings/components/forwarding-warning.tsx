import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';

/** Says where TRUST_PROXY does not fit the way that requests come, which weakens limits, and what to set. */
export function ForwardingWarning({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { forwarding_problem: problem } = settings;
  if (!problem) return null;
  return (
    <Alert color="yellow" role="alert">
      {t(`installation_settings.forwarding.${problem}`)}
    </Alert>
  );
}
