import { useFormat } from '#client/hooks/use-format.ts';
import { dateOf } from '#client/lib/format.ts';
import classes from './date-tile.module.css';

/** A date with a large day number and a small month. */
export function DateTile({ date, past = false }: { date: string; past?: boolean }) {
  const { month, longDate } = useFormat();
  return (
    <time className={classes.tile} dateTime={date} title={longDate(date)} data-past={past || undefined}>
      <span className={classes.day}>{dateOf(date).getDate()}</span>
      <span className={classes.month}>{month(date)}</span>
    </time>
  );
}
