import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';

/** The link as a code to hold a phone to: on a poster in the club house, or on the screen beside the pitch. */
export function LinkCode({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('links.code_named', { name })}>
          <IconQrcode size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="md">
        {/* Black on white in either theme: cameras read nothing else as well. */}
        <QRCodeSVG
          value={url}
          size={208}
          marginSize={2}
          bgColor="#ffffff"
          fgColor="#000000"
          title={t('links.code_named', { name })}
        />
        <Text size="sm" mt="xs" maw={208}>
          {t('links.code_hint')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
