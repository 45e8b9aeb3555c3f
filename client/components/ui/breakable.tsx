import { Fragment } from 'react';

/** An address or username that may break after its own separators, and nowhere else. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[@._-])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no identity
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
