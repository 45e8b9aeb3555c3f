/** How the text of a list is encoded; the names are those of the Encoding Standard. */
export const listEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type ListEncoding = (typeof listEncodings)[number];

export const listSeparators = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type ListSeparator = (typeof listSeparators)[number];
export const separatorCharacters: Record<ListSeparator, string> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

/** What a column of a list holds. `last_name_first` is a whole name such as "Miller, Anna"; `function` says of a few what they do. */
export const columnMeanings = [
  'first_name',
  'last_name',
  'full_name',
  'last_name_first',
  'email',
  'born_on',
  'role',
  'function',
  'ignored',
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** What is wrong with a line. */
export const lineFaults = [
  'no_name',
  'name_invalid',
  'name_too_long',
  'email_invalid',
  'email_too_long',
  'role_unknown',
] as const;
export type LineFault = (typeof lineFaults)[number];
