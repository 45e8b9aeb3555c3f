import { auditInput, auditPage } from '#server/contract/schemas/users.ts';
import { allowed, router } from '#server/trpc/trpc.ts';
import { listAudit } from './audit.repository.ts';

export const auditRouter = router({
  list: allowed('audit.read')
    .meta({ summary: 'What administrators did, newest first' })
    .input(auditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.db, { ...input, search: input.query })),
});
