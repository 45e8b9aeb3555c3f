import { Button } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import {
  Component,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  useEffect,
  useReducer,
} from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { IconRefresh } from '#client/icons/refresh.ts';
import { useOutdated } from '#client/lib/outdated-tab.ts';
import classes from './lazy-part.module.css';

/** Any component: what `lazy` of React takes. */
// biome-ignore lint/suspicious/noExplicitAny: props of components are contravariant
type AnyComponent = ComponentType<any>;

/**
 * A part of a screen that is downloaded when it is first shown, like `lazy` of React. If that fails, or the part itself, the
 * rest of the screen stays: what is closed with `onClose` says so in a frame over the page, all else at its place.
 */
export function lazyPart<Part extends AnyComponent>(load: () => Promise<{ default: Part }>) {
  // A lazy component keeps its failure: another try needs a new one.
  let Loaded = lazy(load);
  return function LazyPart(props: ComponentProps<Part>) {
    const [tries, tryAgain] = useReducer((count: number) => count + 1, 0);
    const { onClose, open } = props as { onClose?: () => void; open?: boolean };
    const again = () => {
      Loaded = lazy(load);
      tryAgain();
    };
    const failed = (error: unknown) =>
      open === false ? null : <PartError error={error} onRetry={again} onClose={onClose} />;
    return (
      <PartBoundary key={tries} failed={failed}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}

interface PartBoundaryProps {
  failed: (error: unknown) => ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<PartBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return 'error' in this.state ? this.props.failed(this.state.error) : this.props.children;
  }
}

interface PartErrorProps {
  error: unknown;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

function PartError({ error, onRetry, onClose }: PartErrorProps) {
  const { t } = useTranslation();
  const outdated = useOutdated();
  useEffect(() => onlineManager.subscribe((online) => online && onRetry()), [onRetry]);
  const words = outdated ? (
    <EmptyState
      icon={IconRefresh}
      title={t('shell.outdated')}
      text={t('shell.outdated_text')}
      alert
      action={<Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>}
    />
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );
  if (!onClose) return words;
  return (
    <div className={classes.frame}>
      {words}
      <Button variant="subtle" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}
