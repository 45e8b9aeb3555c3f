/** The lines of a playing field. Decoration only. */
export function PlayingFieldLines({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="none" stroke="#3a4f9c" strokeWidth="3" transform="translate(470 250) rotate(-24) skewX(-12)">
        <rect x="-560" y="-420" width="1120" height="1640" />
        <path d="M-560 400H560" />
        <circle cx="0" cy="400" r="190" />
        <rect x="-300" y="-420" width="600" height="260" />
        <rect x="-140" y="-420" width="280" height="100" />
        <path d="M-110-160a130 130 0 0 0 220 0" />
        <rect x="-300" y="960" width="600" height="260" />
      </g>
      <circle cx="566" cy="596" r="9" fill="#c8f135" />
    </svg>
  );
}
