import { createContext, type ReactNode } from 'react';

/** What a form shows in place of the error that somebody else was first; null: the error. */
export const ConflictContext = createContext<ReactNode>(null);
