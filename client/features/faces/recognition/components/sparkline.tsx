import classes from './sparkline.module.css';

interface SparklineProps {
  values: number[];
  /** The text alternative. */
  label: string;
}

const height = 100;

/** A line chart of 24 hours. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(1, ...values);
  const points = values.map((value, hour) => `${hour},${height - (value / most) * (height - 8) - 4}`);
  const last = values.length - 1;
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${last} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polygon className={classes.area} points={`0,${height} ${points.join(' ')} ${last},${height}`} />
      <polyline className={classes.stroke} points={points.join(' ')} />
    </svg>
  );
}
