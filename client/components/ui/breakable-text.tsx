import { Fragment } from 'react';
import classes from './breakable-text.module.css';

/** What is shorter than this stands on one line in every column. */
const longestLine = 32;

/**
 * An address or a username: on one line where that is possible. A long one breaks before its @ or behind its own
 * separators, so that both halves can still be read.
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
