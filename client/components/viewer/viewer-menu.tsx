import { ActionIcon, Kbd, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { IconDots } from '#client/icons/dots.ts';
import classes from './photo-viewer.module.css';
import type { ViewerAction } from './viewer-action.ts';
import { viewerButton } from './viewer-button.ts';

/** The menu of the viewer, with the key of each action. */
export function ViewerMenu({ actions }: { actions: readonly ViewerAction[] }) {
  const { t } = useTranslation();
  return (
    <DropdownMenu position="bottom-end" withinPortal={false} width={260}>
      <Menu.Target>
        <ActionIcon {...viewerButton(t('viewer.more'))}>
          <IconDots size={24} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      {/* Escape closes the menu alone, not the viewer around it. */}
      <Menu.Dropdown onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>
        {actions.map(({ label, icon: Mark, key, keyName, run, disabled, destroys }) => (
          <Menu.Item
            key={label}
            className={classes.action}
            leftSection={<Mark size={18} stroke={1.6} aria-hidden="true" />}
            rightSection={
              key && (
                <Kbd className={classes.key} aria-hidden="true">
                  {keyName ?? key.toUpperCase()}
                </Kbd>
              )
            }
            disabled={disabled ?? false}
            {...(destroys ? { color: 'red' } : {})}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
