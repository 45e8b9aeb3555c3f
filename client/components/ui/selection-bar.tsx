import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
  /** The text "on this page", if the selection is limited to the page. */
  onThisPage?: boolean;
}

/** A bar at the bottom while items are selected: their number and the actions. */
export function SelectionBar({ count, onClear, children, onThisPage = true }: SelectionBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section className={classes.bar} data-selection-bar aria-label={t('selection.label')}>
      <span className={classes.count} role="status">
        <b className={classes.figure}>{count}</b>
        {onThisPage ? t('selection.on_page', { count }) : t('selection.chosen', { count })}
      </span>
      <div className={classes.actions}>{children}</div>
      <CloseButton
        size={44}
        iconSize={20}
        className={classes.clear}
        aria-label={t('selection.clear')}
        onClick={onClear}
      />
    </section>
  );
}

/** A button of the selection bar; red text for destructive actions. */
export function SelectionAction(props: {
  children: ReactNode;
  onClick: () => void;
  icon?: ReactNode;
  loading?: boolean;
  destroys?: boolean;
}) {
  return (
    <Button
      variant="white"
      color={props.destroys ? 'red.7' : 'dark'}
      onClick={props.onClick}
      leftSection={props.icon}
      loading={props.loading ?? false}
    >
      {props.children}
    </Button>
  );
}
