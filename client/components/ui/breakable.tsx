import { Fragment } from 'react';

/** An address may break after its @, a username after its own separators; neither anywhere else. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(text.includes('@') ? /(?<=@)/ : /(?<=[._-])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no identity
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}
