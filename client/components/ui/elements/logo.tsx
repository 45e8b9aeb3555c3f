import { useInstallationName } from '#client/lib/installation-name.ts';
import classes from './logo.module.css';

/** The logo: four corners of a viewfinder around a dot. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <path
        d="M3 10V6a3 3 0 0 1 3-3h4M22 3h4a3 3 0 0 1 3 3v4M29 22v4a3 3 0 0 1-3 3h-4M10 29H6a3 3 0 0 1-3-3v-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="6.5" className={classes.dot} />
    </svg>
  );
}

export function Logo() {
  const name = useInstallationName();
  return (
    <span className={classes.logo}>
      <LogoMark />
      <span className={classes.word}>{name}</span>
    </span>
  );
}
