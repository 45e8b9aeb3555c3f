import { AppError } from '#server/contract/app-error.ts';
import { done } from '#server/contract/schemas/common.ts';
import { mailStatus } from '#server/contract/schemas/mail.ts';
import { unsubscribed, unsubscribeInput } from '#server/contract/schemas/notifications.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';
import { publicProcedure, router, withPermission } from '#server/trpc/trpc.ts';
import { findMailReader } from './mail-recipients.repository.ts';
import { mailFigures } from './mail-status.repository.ts';
import { unsubscribe } from './unsubscribe.ts';

export const mailRouter = router({
  unsubscribe: publicProcedure('the signed link of a mail is the proof; it ends mails and nothing else')
    .meta({ summary: 'End the mails that a link was part of (RFC 8058)', errors: ['token_not_found'] })
    .input(unsubscribeInput)
    .output(unsubscribed)
    .mutation(async ({ ctx, input }) => ({ scope: await unsubscribe(ctx, input.token) })),

  status: withPermission('settings.administer')
    .meta({ summary: 'Whether mail works, and the last error in words' })
    .output(mailStatus)
    .query(async ({ ctx }) => ({
      is_set_up: ctx.mail !== null,
      from: ctx.mail?.from ?? null,
      public_url: ctx.mail?.publicUrl ?? null,
      ...(await mailFigures(ctx.db, ctx.viewer.id)),
    })),

  sendTest: withPermission('settings.administer')
    .meta({ summary: "Send a test mail to the viewer's own address", errors: ['mail_not_set_up'] })
    .output(done)
    .mutation(async ({ ctx }) => {
      if (!ctx.mail) throw new AppError('mail_not_set_up');
      const { id: userId } = ctx.viewer;
      const recipient = (await findMailReader(ctx.db, userId))?.email;
      await ctx.db
        .transaction()
        .execute((trx) =>
          queueMails(ctx, trx, [{ kind: 'test', dedupeKey: `test:${newId()}`, userId, recipient }]),
        );
      return { ok: true as const };
    }),
});
