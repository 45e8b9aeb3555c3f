import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import {
  clubImportInput,
  createImportInput,
  importedInvitations,
  importListInput,
  importPreview,
  importResult,
  memberImports,
  previewImportInput,
  undoneImport,
} from '#server/contract/schemas/member-imports.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { requireId } from '#server/ids.ts';
import { router } from '#server/trpc/trpc.ts';
import { importMembers, previewImport } from './import-members.ts';
import { findImport, listImportedInvitations, listImports } from './member-imports.repository.ts';
import { undoImport } from './undo-import.ts';

const fileErrors: ErrorCode[] = [
  'import_file_empty',
  'import_file_too_large',
  'import_too_many_lines',
  'import_file_not_text',
  'import_encoding_wrong',
  'import_quotes_broken',
];

export const memberImportsRouter = router({
  list: guardClub('manageMembers', importListInput)
    .meta({ summary: 'Imports of members from lists' })
    .output(memberImports)
    .query(({ ctx, input }) => listImports(ctx.db, ctx.club.id, input)),

  preview: guardClub('manageMembers', previewImportInput)
    .meta({
      summary: 'Read a CSV file of members and say for each line what an import would do; changes nothing',
      errors: [...fileErrors, 'too_many_attempts'],
    })
    .output(importPreview)
    .mutation(({ ctx, input }) => previewImport(ctx, ctx.club, input)),

  create: guardClub('manageMembers', createImportInput)
    .meta({
      summary:
        'Invite the new people of a CSV file, and list them where wanted; photographers by club.invitePhotographers',
      errors: [...fileErrors, 'too_many_attempts'],
    })
    .output(importResult)
    .mutation(({ ctx, input }) => importMembers(ctx, ctx.club, input)),

  invitations: guardClub('manageMembers', clubImportInput)
    .meta({ summary: 'The invitations of an import and their state', errors: ['member_import_not_found'] })
    .output(importedInvitations)
    .query(async ({ ctx, input }) => {
      const id = requireId(input.import_id, 'member_import_not_found');
      if (!(await findImport(ctx.db, ctx.club.id, id))) throw new AppError('member_import_not_found');
      return { invitations: await listImportedInvitations(ctx.db, id, ctx.clock.now()) };
    }),

  undo: guardClub('manageMembers', clubImportInput)
    .meta({
      summary: 'Undo a whole import, until somebody has joined by it',
      errors: ['member_import_not_found', 'member_import_undone', 'member_import_used'],
    })
    .output(undoneImport)
    .mutation(({ ctx, input }) => undoImport(ctx, ctx.club, input.import_id)),
});
