import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './shortcut-card.module.css';

export interface Shortcut {
  to: LinkProps['to'];
  icon: Icon;
  title: string;
  text: string;
}

export function ShortcutCard({ to, icon: Mark, title, text }: Shortcut) {
  return (
    <li>
      <Link to={to} className={classes.card}>
        <Mark size={24} stroke={1.6} aria-hidden="true" className={classes.icon} />
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
      </Link>
    </li>
  );
}
