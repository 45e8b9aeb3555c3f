/** What is typed into forms, kept in this tab over a reload. */
const prefix = 'draft:';

export const draftKey = (userId: string, form: string): string => `${prefix}${userId}:${form}`;

export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** On signing out: the next person at this screen finds nothing of it. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
