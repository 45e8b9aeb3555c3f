import { createContext, use } from 'react';
import type { Question } from './question.ts';

export type Ask = (question: Question) => Promise<boolean>;
export const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** `await confirm({…})` answers true once somebody has said yes. */
export const useConfirm = (): Ask => use(ConfirmContext);
