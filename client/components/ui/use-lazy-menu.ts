import { type ComponentType, useId, useState } from 'react';

/** What the hanging part is told: where it hangs, and whether it is open. */
export interface LazyMenuState {
  id: string;
  anchor: HTMLElement | null;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * A button with something hanging from it. The hanging part (and all that places it) is downloaded when somebody
 * comes near the button, so that the shell stays light; the button is there from the start and never changes.
 */
export function useLazyMenu<Props extends LazyMenuState>(load: () => Promise<ComponentType<Props>>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  // A part that could not be fetched is tried again by the next touch; the shell says what is wrong.
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
