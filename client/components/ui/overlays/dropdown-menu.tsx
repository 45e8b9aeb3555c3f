import { Menu, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useOverlay } from '#client/lib/close-topmost-overlay.ts';

/** Mantine's Menu; the back button closes it as Escape does. */
export function DropdownMenu(props: Omit<MenuProps, 'opened' | 'onChange'>) {
  const [opened, setOpened] = useState(false);
  useOverlay(opened, () => setOpened(false));
  return <Menu {...props} opened={opened} onChange={setOpened} />;
}
