import { createContext, use } from 'react';
import type { ConfirmOptions } from './confirm-options.ts';

export type Confirm = (options: ConfirmOptions) => Promise<boolean>;
export const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** `await confirm({…})` resolves to true if the user confirms. */
export const useConfirm = (): Confirm => use(ConfirmContext);
