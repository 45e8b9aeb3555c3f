import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '#client/lib/use-public-settings.ts';
import { isLoopback } from '#server/contract/public-address.ts';

/** Says before something is printed that nobody else can open its link, or that its address was never chosen. */
export function AddressWarning() {
  const { t } = useTranslation();
  const address = usePublicSettings().settings?.public_address;
  if (address === undefined || address === 'set') return null;
  const { host, origin } = window.location;
  const reach = address === 'loopback' || isLoopback(origin) ? 'only_here' : 'maybe';
  return (
    <Alert color="yellow" title={t(`invitations.address.${reach}`)}>
      {address === 'loopback'
        ? t('invitations.address.from_setting')
        : t('invitations.address.from_browser', { host })}{' '}
      {t('invitations.address.what_to_do')}
    </Alert>
  );
}
