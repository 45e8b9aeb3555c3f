import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconBell } from '#client/icons/bell.ts';
import { useDevice } from '../api/device.ts';
import { pushAbility } from '../browser-push.ts';

/** The same in a menu, as long as this device is not told. */
export function TellThisDeviceItem() {
  const { t } = useTranslation();
  const { device, begin } = useDevice();
  if (!device?.is_offered || device.is_told || pushAbility() !== 'able') return null;
  return (
    <Menu.Item
      leftSection={<IconBell size={18} stroke={1.6} />}
      onClick={() => void begin(device.public_key)}
    >
      {t('web_push.tell')}
    </Menu.Item>
  );
}
