import { auditInput, auditPage } from '#server/contract/schemas/users.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import { listAudit } from './audit.repository.ts';

export const auditRouter = router({
  list: withPermission('audit.read')
    .meta({ summary: 'What administrators did, newest first' })
    .input(auditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.db, { ...input, search: input.query })),
});
