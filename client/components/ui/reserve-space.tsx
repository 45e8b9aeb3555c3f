import type { ReactNode } from 'react';

/** Words that are not known yet, but as long as they will be: unseen and unheard, they keep their place. */
export function ReserveSpace({ known, children }: { known: boolean; children: ReactNode }) {
  return <span style={known ? undefined : { visibility: 'hidden' }}>{children}</span>;
}
