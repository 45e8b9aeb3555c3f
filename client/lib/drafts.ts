import { tabData } from './site-storage.ts';

/** Drafts of forms, kept in the session storage of this tab across a reload. */
const prefix = 'draft:';

export const draftKey = (userId: string, form: string): string => `${prefix}${userId}:${form}`;

export const readDraft = (key: string) => tabData.getJson(key) as Record<string, unknown> | undefined;

/** Called at sign-out, so that the next user of this browser finds no drafts. */
export function clearDrafts(): void {
  for (const key of tabData.keys()) if (key.startsWith(prefix)) tabData.removeItem(key);
}
