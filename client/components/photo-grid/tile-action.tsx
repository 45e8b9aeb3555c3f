import { UnstyledButton } from '@mantine/core';
import type { Icon } from '#client/icons/icon.tsx';
import classes from './tile-action.module.css';

interface TileActionProps {
  icon: Icon;
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

/** A small button on a photo, readable on any picture. */
export function TileAction({ icon: Mark, label, onClick, disabled = false }: TileActionProps) {
  return (
    <UnstyledButton
      className={classes.action}
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
    >
      <Mark size={18} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  );
}

/** A small link on a photo. */
export function TileLink({ icon: Mark, label, href }: { icon: Icon; label: string; href: string }) {
  return (
    <a className={classes.action} aria-label={label} title={label} href={href} download>
      <Mark size={18} stroke={1.8} aria-hidden="true" />
    </a>
  );
}
