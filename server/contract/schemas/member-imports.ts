import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { invitationRoles, invitationStates } from '../invitations.ts';
import { invitationDays } from '../lifetimes.ts';
import { listSizes } from '../list-sizes.ts';
import { columnMeanings, lineFaults, listEncodings, listSeparators } from '../member-list-format.ts';
import { id, nullableTimestamp, page, text, timestamp, wholeNumber } from './common.ts';

/** How a list is read; what is left out is guessed from the file. */
const listFormat = z.object({
  encoding: z.enum(listEncodings).optional(),
  separator: z.enum(listSeparators).optional(),
  has_header: z.boolean().optional(),
  columns: z.array(z.enum(columnMeanings)).max(countLimits.importColumnsMax).optional(),
});
export type ListFormat = z.output<typeof listFormat>;

/** What an import would do, or did, with a line. Possible duplicates are asked about: the same person, or another one? */
export const lineStates = ['new', 'present', 'possible_duplicate', 'faulty'] as const;
export type LineState = (typeof lineStates)[number];

/** Why a line has its state. */
const lineReasons = [
  ...lineFaults,
  'photographer_forbidden',
  // present
  'is_member',
  'is_invited',
  'repeats_line',
  // present, in a list of children
  'is_adult',
  'has_guardian',
  'guardian_invited',
  // present, in a list of children or where only the list of people is filled
  'is_listed',
  'repeats_person',
  // possible duplicates
  'other_email',
  'same_name',
  'other_name',
  // new
  'shares_email',
] as const;
export type LineReason = (typeof lineReasons)[number];

const plannedLine = z.object({
  /** As editors count the lines of the file, from 1. */
  line: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  /** What stands in the place of an address and is not used: none, or one too many. */
  email_left_out: z.string().nullable(),
  born_on: z.string().nullable(),
  /** What stands in the place of a date of birth is none that can be. */
  birth_unread: z.boolean(),
  role: z.enum(invitationRoles),
  state: z.enum(lineStates),
  reason: z.enum(lineReasons).nullable(),
  /** The member, invitation or earlier line of the file that this line is compared with. */
  match: z
    .object({
      kind: z.enum(['member', 'invitation', 'line']),
      name: z.string(),
      email: z.string().nullable(),
      line: z.number().nullable(),
    })
    .nullable(),
});
export type PlannedLine = z.output<typeof plannedLine>;

/** Whom an import invites, and whether it fills the club's list of people: names and dates of birth, no consent. */
export const importPurposes = ['invite_guardians', 'invite_and_list', 'invite', 'list'] as const;
export type ImportPurpose = (typeof importPurposes)[number];

const listFile = {
  id,
  /** The bytes of the CSV file in base64; they may be compressed with gzip. */
  file: z.string({ error: 'Choose a file to import' }).max(inputLimits.importFileBytesMax * 1.5),
  format: listFormat.default({}),
  /**
   * Left out, it is guessed from the list: `invite_guardians` where the list is one of children, else `invite`. Importing needs it said
   * where `invite` is not the guess. With `invite_guardians` it is a list of children: they come onto the list of people, and each invitation is for a
   * guardian.
   */
  purpose: z.enum(importPurposes).optional(),
  /** Possible duplicates that are other people and get an invitation, by the number of their line. */
  invite_lines: z.array(z.number().int()).max(countLimits.importLinesMax).default([]),
};
export const previewImportInput = z.object(listFile);
export const createImportInput = z.object({
  ...listFile,
  file_name: text({ max: inputLimits.nameMax }).default(''),
  expires_in_days: wholeNumber(1, invitationDays.max).default(invitationDays.imported),
});

const lineCounts = z.object({
  new: z.number(),
  present: z.number(),
  possible_duplicate: z.number(),
  faulty: z.number(),
  /** Invitations that are made: new lines, and possible duplicates that are other people. */
  invitations: z.number(),
  /** Those of them that are mailed; the others are printed. */
  mails: z.number(),
});
export type LineCounts = z.output<typeof lineCounts>;

/** The people of the lines without a fault, beside those whom the club's list of people holds. */
const listedPeople = z.object({
  new: z.number(),
  /** On the list already, or named by two lines: same name, and no other date of birth. */
  present: z.number(),
});

export const importPreview = z.object({
  encoding: z.enum(listEncodings),
  separator: z.enum(listSeparators),
  has_header: z.boolean(),
  columns: z.array(
    z.object({ header: z.string(), meaning: z.enum(columnMeanings), samples: z.array(z.string()) }),
  ),
  /** The purpose that the lines are planned for; null: it has to be said, the dates of birth cannot be read. */
  purpose: z.enum(importPurposes).nullable(),
  counts: lineCounts,
  people: listedPeople,
  lines: z.array(plannedLine),
});
export type ImportPreview = z.output<typeof importPreview>;

const memberImport = z.object({
  id: z.string(),
  file_name: z.string(),
  created_at: timestamp,
  created_by_name: z.string().nullable(),
  lines: z.number(),
  invitations: z.number(),
  /** Invitations that somebody accepted. */
  accepted: z.number(),
  /** Invitations that were mailed; the others are handed over. */
  mails: z.number(),
  /** On the club's list of people by it, and still there. */
  people: z.number(),
  undone_at: nullableTimestamp,
  /** Until it was undone, somebody has joined by it, or invitations of it were erased long after their end. */
  can_undo: z.boolean(),
});
export type MemberImport = z.output<typeof memberImport>;

/** `import` is null where nothing was to be done. */
export const importResult = z.object({
  import: memberImport.nullable(),
  counts: lineCounts,
  /** Lines without an invitation that are no member yet: faulty ones, and possible duplicates that were not decided. */
  left_out: z.array(plannedLine),
});
export type ImportResult = z.output<typeof importResult>;
export const importListInput = z.object({ id, ...page(listSizes.max) });
export const memberImports = z.object({ imports: z.array(memberImport), total: z.number() });
export const clubImportInput = z.object({ id, import_id: id });
/** Mails that are out cannot be called back; their invitations are revoked and say so, the others are deleted. */
export const undoneImport = z.object({
  deleted: z.number(),
  revoked: z.number(),
  /** Taken off the club's list of people. */
  people: z.number(),
  /** Left there: the club or a family has said something about them since. */
  people_kept: z.number(),
});
export type UndoneImport = z.output<typeof undoneImport>;
export const importedInvitations = z.object({
  invitations: z.array(
    z.object({
      id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      role: z.enum(invitationRoles),
      state: z.enum(invitationStates),
      accepted_by: z.string().nullable(),
    }),
  ),
});
