import { Radio, Stack } from '@mantine/core';
import type { ChosenSettings, InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { ChosenSetting } from './chosen-setting.tsx';

interface ModeFieldProps<Name extends 'registration' | 'admin_second_factor'> {
  settings: InstallationSettings;
  name: Name;
  modes: readonly ChosenSettings[Name][];
  label: string;
  labelOf: (mode: ChosenSettings[Name]) => string;
  hintOf: (mode: ChosenSettings[Name]) => string;
}

/** One of several modes, each with what it means. */
export function ModeField<Name extends 'registration' | 'admin_second_factor'>(props: ModeFieldProps<Name>) {
  const { settings, name, modes, label, labelOf, hintOf } = props;
  return (
    <ChosenSetting settings={settings} name={name}>
      {(mode, choose) => (
        <Radio.Group
          aria-label={label}
          value={mode}
          onChange={(value) => choose(value as ChosenSettings[Name])}
        >
          <Stack gap="md">
            {modes.map((one) => (
              <Radio key={one} value={one} label={labelOf(one)} description={hintOf(one)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </ChosenSetting>
  );
}
