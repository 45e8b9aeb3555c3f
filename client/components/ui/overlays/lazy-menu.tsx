import { Menu, Popover } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useOverlay } from '#client/lib/close-topmost-overlay.ts';
import type { LazyMenuState } from './use-lazy-menu.ts';

interface LazyMenuProps extends LazyMenuState {
  width: number;
  children: ReactNode;
}

/** Gives Mantine the existing button as the target, instead of rendering a new one. */
function ButtonOf({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useEffect(() => {
    if (typeof ref !== 'function') return;
    ref(element);
    return () => void ref(null);
  }, [element, ref]);
  return null;
}

/** Opens one render after mounting: only then does Mantine remember the focus and play the transition. */
function useOpened(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && opened;
}

export function LazyMenu({ id, anchor, opened, onChange, width, children }: LazyMenuProps) {
  useOverlay(opened, () => onChange(false));
  return (
    <Menu id={id} opened={useOpened(opened)} onChange={onChange} position="bottom-end" width={width}>
      <Menu.Target>
        <ButtonOf element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

export function LazyPopover({ id, anchor, opened, onChange, width, children }: LazyMenuProps) {
  useOverlay(opened, () => onChange(false));
  return (
    <Popover
      id={id}
      opened={useOpened(opened)}
      onChange={onChange}
      position="bottom-end"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ButtonOf element={anchor} />
      </Popover.Target>
      <Popover.Dropdown p={0}>{children}</Popover.Dropdown>
    </Popover>
  );
}
