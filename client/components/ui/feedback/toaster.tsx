import { CloseButton, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#client/icons/alert-triangle.ts';
import { IconCheck } from '#client/icons/check.ts';
import { IconInfoCircle } from '#client/icons/info-circle.ts';
import { dismissToast, maxToasts, shownMsOf, type Toast, useToasts } from '#client/lib/toast.ts';
import classes from './toaster.module.css';

const icons = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };

export function Toaster() {
  const toasts = useToasts();
  return createPortal(
    <div
      className={classes.stack}
      role="status"
      aria-live="polite"
      aria-relevant="additions"
      data-usable-above-viewer
    >
      {toasts.slice(-maxToasts()).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

/** Disappears after a while (lib/toast.ts), but not while it has the pointer or the focus. */
function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const Mark = icons[toast.kind];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownMsOf(toast));
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only delays the disappearing
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Mark size={20} stroke={1.8} className={classes.icon} />
      <span className={classes.text}>{toast.text}</span>
      {toast.action && (
        <UnstyledButton
          className={classes.action}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </UnstyledButton>
      )}
      <CloseButton
        size={36}
        className={classes.close}
        aria-label={t('common.close')}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}
