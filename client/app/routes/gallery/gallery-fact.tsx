import type { IconCamera } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './gallery-fact.module.css';

interface GalleryFactProps {
  label: string;
  icon: typeof IconCamera;
  children: ReactNode;
}

/** One fact in the line under a gallery's name; its label is a picture. */
export function GalleryFact({ label, icon: Mark, children }: GalleryFactProps) {
  return (
    <span className={classes.fact} title={label}>
      <Mark size={16} stroke={1.7} role="img" aria-label={label} />
      <span>{children}</span>
    </span>
  );
}
