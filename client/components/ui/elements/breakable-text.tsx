import { Fragment } from 'react';
import classes from './breakable-text.module.css';

/** Texts up to this length are never broken. */
const longestLine = 32;

/**
 * An email address or username. A long one breaks before its @ or after its
 * separators, so that it stays readable.
 */
export function BreakableText({ text }: { text: string }) {
  if (text.length <= longestLine) return <span className={classes.line}>{text}</span>;
  return text.split(/(?=@)|(?<=[._-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
