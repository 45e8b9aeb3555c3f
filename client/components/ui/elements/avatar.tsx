import { initialsOf } from '#server/contract/initials.ts';
import classes from './avatar.module.css';

/** The initials of a person. Decorative: the name always stands beside it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
