/**
 * What people typed into a search, as patterns for `like` on text in lower case: each word may stand anywhere, and all
 * have to. The text searched is made lower case by the query, or by a generated column such as `app_user.search_text`. `%`, `_` and `\` are ordinary characters to people.
 */
export const searchPatterns = (typed = ''): string[] =>
  (typed.toLowerCase().match(/\S+/g) ?? []).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
