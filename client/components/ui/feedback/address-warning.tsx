import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { can } from '#client/hooks/use-can.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useSession } from '#client/lib/session.ts';
import { reachOf } from '#server/contract/public-address.ts';

/**
 * Says of a link that is handed on that phones elsewhere cannot open its address, and what can be done about it. Without a link:
 * of those that the server is going to make. How the server is configured, administrators alone are told.
 */
export function AddressWarning({ url }: { url?: string }) {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  const setting = settings?.public_address;
  const { user } = useSession();
  const address = url ?? (setting === 'set' ? undefined : window.location.origin);
  if (setting === undefined || address === undefined) return null;
  const reach = setting === 'loopback' ? 'here' : reachOf(address);
  if (reach === 'everywhere') return null;
  const mayConfigure = user && can(user, 'settings.administer');
  const advice = mayConfigure ? (['open_or_set', 'set'] as const) : (['open_or_ask', 'ask'] as const);
  return (
    <Alert color="yellow" title={t(`link_address.${reach}`)}>
      {t(`link_address.why_${reach}`, { host: new URL(address).host })}{' '}
      {t(`link_address.${advice[setting === 'unset' ? 0 : 1]}`, { installation: settings?.name })}
    </Alert>
  );
}
