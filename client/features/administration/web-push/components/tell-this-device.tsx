import { Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptimisticSetting } from '#client/hooks/use-optimistic-setting.ts';
import type { PushDevice } from '#server/contract/schemas/web-push.ts';
import { useDevice } from '../api/device.ts';
import { pushAbility } from '../browser-push.ts';

/** Messages to this device about new photos of the family; nothing where the installation or the browser has none. */
export function TellThisDevice() {
  const { t } = useTranslation();
  const { device, begin, end } = useDevice();
  const ability = pushAbility();
  if (!device?.is_offered || ability === 'none') return null;
  if (ability === 'able') return <DeviceSwitch device={device} begin={begin} end={end} />;
  return <Text size="sm">{t(`web_push.${ability}`)}</Text>;
}

type DeviceSwitchProps = Pick<ReturnType<typeof useDevice>, 'begin' | 'end'> & { device: PushDevice };

function DeviceSwitch({ device: { is_told, public_key }, begin, end }: DeviceSwitchProps) {
  const { t } = useTranslation();
  const [told, tell] = useOptimisticSetting(is_told, (wanted) =>
    wanted ? begin(public_key).then(() => undefined) : end(),
  );
  return (
    <Switch
      label={t('web_push.tell')}
      description={t('web_push.tell_hint')}
      checked={told}
      onChange={(change) => tell(change.currentTarget.checked)}
    />
  );
}
