import { createContext, use } from 'react';
import type { ConfirmQuestion } from './confirm-question.ts';

export type Ask = (question: ConfirmQuestion) => Promise<boolean>;
export const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `await confirm({…})` resolves to true if the user confirms. */
export const useConfirm = (): Ask => use(ConfirmContext);
