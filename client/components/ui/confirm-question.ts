import type { ReactNode } from 'react';

/** What a confirmation asks. */
export interface ConfirmQuestion {
  title: string;
  body: ReactNode;
  /** The verb of the action, as on the button that asked. */
  confirm: string;
  danger?: boolean;
}
