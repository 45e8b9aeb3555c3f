import type { ReactNode } from 'react';

/** The texts of a confirmation. */
export interface ConfirmOptions {
  title: string;
  body: ReactNode;
  /** The label of the confirming button: the verb of the action. */
  confirm: string;
  danger?: boolean;
}
