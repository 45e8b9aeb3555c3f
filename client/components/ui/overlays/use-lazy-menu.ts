import { type ComponentType, useId, useState } from 'react';

/** Props of a lazy menu: its button, and whether it is open. */
export interface LazyMenuState {
  id: string;
  anchor: HTMLElement | null;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * A button with a menu or popover that is downloaded when the pointer or focus
 * reaches the button, which keeps the first download small. The button itself is rendered from the start.
 */
export function useLazyMenu<Props extends LazyMenuState>(load: () => Promise<ComponentType<Props>>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  // A failed download is retried by the next event; banners in the layout explain the failure.
  const fetchPanel = () =>
    void load().then(
      (part) => setPanel(() => part),
      () => setOpened(false),
    );
  return {
    Panel,
    state: { id, anchor, opened, onChange: setOpened },
    button: {
      id,
      ref: setAnchor,
      'aria-expanded': opened,
      onPointerEnter: fetchPanel,
      onFocus: fetchPanel,
      onClick: () => {
        fetchPanel();
        setOpened(!opened);
      },
    },
  };
}
