import { createContext, use } from 'react';
import type { ConfirmQuestion } from './confirm-question.ts';

export type Confirm = (question: ConfirmQuestion) => Promise<boolean>;
export const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** `await confirm({…})` resolves to true if the user confirms. */
export const useConfirm = (): Confirm => use(ConfirmContext);
