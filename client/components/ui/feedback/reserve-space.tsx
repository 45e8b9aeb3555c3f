import type { ReactNode } from 'react';

/** Reserves space for a text that is still loading: an invisible text of the same length. */
export function ReserveSpace({ known, children }: { known: boolean; children: ReactNode }) {
  return <span style={known ? undefined : { visibility: 'hidden' }}>{children}</span>;
}
