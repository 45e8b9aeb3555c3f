import type { ReactEventHandler, ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  children: ReactNode;
  wide?: boolean;
  /** A picture in the page could not be loaded. */
  onPictureError?: ReactEventHandler;
}

/** The container of every screen: up to 1280 px, or the whole width for photos. */
export function Page({ children, wide = false, onPictureError }: PageProps) {
  return (
    <div className={wide ? classes.wide : classes.page} onError={onPictureError}>
      {children}
    </div>
  );
}
