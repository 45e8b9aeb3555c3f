import type { CSSProperties } from 'react';
import { clubInitials } from '#server/contract/initials.ts';
import classes from './club-avatar.module.css';

/** A club's crest, drawn from its name. Decorative: the name always stands beside it. */
export function ClubAvatar({ name, size = 56 }: { name: string; size?: number }) {
  const letters = clubInitials(name);
  const hue = hueOf(name);
  const striped = hue % 3 === 0;
  return (
    <svg
      viewBox="0 0 48 56"
      width={(size * 48) / 56}
      height={size}
      aria-hidden="true"
      className={classes.crest}
      style={{ '--hue': hue } as CSSProperties}
    >
      <path d="M3 3h42v26c0 12-9 19.5-21 24C12 48.5 3 41 3 29z" className={classes.field} />
      {striped ? (
        <path d="M17 3h14v48.8c-2.2 1-4.5 1.9-7 2.7-2.5-.8-4.8-1.7-7-2.7z" className={classes.accent} />
      ) : (
        <path d="M3 3h42v11H3z" className={classes.accent} />
      )}
      <text x="24" y={striped ? 34 : 38} className={letters.length > 2 ? classes.three : classes.two}>
        {letters}
      </text>
      <path d="M3 3h42v26c0 12-9 19.5-21 24C12 48.5 3 41 3 29z" className={classes.edge} />
    </svg>
  );
}

/** Always the same for the same name. */
function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % 360;
}
