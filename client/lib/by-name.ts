/** The order of names as people look for them: numbers by their value, as in the server's lists (server/db/by-name.sql.ts). */
export const byName = new Intl.Collator('en', { numeric: true }).compare;
