import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The container of every screen: up to 1280 px, or the whole width for photos. */
export function Page({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={wide ? classes.wide : classes.page}>{children}</div>;
}
