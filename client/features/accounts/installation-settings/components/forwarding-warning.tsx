import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';

/** Says which settings of the operator weaken the installation, and what to set. */
export function ForwardingWarning({ settings }: { settings: InstallationSettings }) {
  const { t } = useTranslation();
  const { forwarding_problem, is_provider_insecure } = settings;
  const problems = [forwarding_problem, is_provider_insecure && ('provider' as const)].filter(
    (problem) => problem !== null && problem !== false,
  );
  return problems.map((problem) => (
    <Alert key={problem} color="yellow" role="alert">
      {t(`installation_settings.forwarding.${problem}`)}
    </Alert>
  ));
}
