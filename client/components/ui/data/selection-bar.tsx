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

/**
 * While items are selected: their number and the actions, at the bottom; on a phone in the place of the navigation, where no
 * item lies that is about to be pressed.
 */
export function SelectionBar({ count, onClear, children, onThisPage = true }: SelectionBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section
      className={classes.bar}
      data-selection-bar
      data-sticky-bar="end"
      aria-label={t('selection.label')}
    >
      <span className={classes.count} role="status">
        <b className={classes.figure}>{count}</b>
        <span className={classes.words}>
          {onThisPage ? t('selection.on_page', { count }) : t('selection.chosen', { count })}
        </span>
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
  /** Only where the bar has room for it; a phone offers it elsewhere. */
  needsRoom?: boolean;
}) {
  return (
    <Button
      variant="white"
      classNames={{ root: classes.action, inner: classes.inner, section: classes.icon, label: classes.text }}
      color={props.destroys ? 'red.7' : 'dark'}
      onClick={props.onClick}
      leftSection={props.icon}
      loading={props.loading ?? false}
      {...(props.needsRoom && { visibleFrom: 'md' })}
    >
      {props.children}
    </Button>
  );
}
