import classes from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  /** In the colour of what waits for somebody. */
  warning?: boolean;
}

/** A bar that is filled up to a share of its width. */
export function ProgressBar({ label, share, warning }: ProgressBarProps) {
  return (
    <progress
      className={classes.bar}
      value={share}
      max={1}
      aria-label={label}
      data-warning={warning || undefined}
    />
  );
}
