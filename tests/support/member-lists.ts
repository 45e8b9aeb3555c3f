import type { ImportPreview, ImportResult, UndoneImport } from '#server/contract/schemas/member-imports.ts';
import type { Actor } from './actors.ts';

export const base64 = (content: string | Uint8Array): string =>
  Buffer.from(content as Uint8Array).toString('base64');

/** A list with a header; each line is written as it stands. */
export const listOf = (...lines: string[]): string =>
  base64(['Vorname;Nachname;E-Mail;Rolle', ...lines].join('\r\n'));

export const previewList = (as: Actor, club: string, file: string, more: object = {}) =>
  as.call<ImportPreview>('POST', `/clubs/${club}/member-imports/preview`, { file, ...more });

export const importList = (as: Actor, club: string, file: string, more: object = {}) =>
  as.call<ImportResult>('POST', `/clubs/${club}/member-imports`, { file, file_name: 'list.csv', ...more });

export const undoImport = (as: Actor, club: string, importId: string) =>
  as.call<UndoneImport>('POST', `/clubs/${club}/member-imports/${importId}/undo`);
