import { ActionIcon } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { viewerButton } from '#client/components/viewer/viewer-button.ts';

/** The button in the viewer that asks to take the open photo down. */
export function ViewerTakedownButton({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon onClick={onAsk} {...viewerButton(t('takedowns.ask'))}>
      <IconEyeOff size={22} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
