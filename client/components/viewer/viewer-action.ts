import type { Icon } from '#client/icons/icon.tsx';

/** Something to do with the open photo: an item of the viewer's menu, and a key. */
export interface ViewerAction {
  label: string;
  icon: Icon;
  /** As browsers call it, letters small. */
  key?: string;
  /** What is read of the key, where that is not the letter. */
  keyName?: string;
  run: () => void;
  disabled?: boolean;
  destroys?: boolean;
}
