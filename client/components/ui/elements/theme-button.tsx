import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconMoon } from '#client/icons/moon.ts';
import { IconSun } from '#client/icons/sun.ts';

export function ThemeButton() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const label = scheme === 'dark' ? t('shell.to_light') : t('shell.to_dark');
  const Mark = scheme === 'dark' ? IconSun : IconMoon;
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <Mark size={20} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
