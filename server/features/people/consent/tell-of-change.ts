import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { CurrentConsent, Purpose } from '#server/contract/consent.ts';
import type { DB } from '#server/db/tables.ts';
import { type NewNotification, notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listFamilyAccounts } from '#server/features/people/family/family.repository.ts';
import { readCurrentConsent } from './current-consent.repository.ts';

type Dependencies = Needs<'clock' | 'jobs' | 'mail' | 'endings'>;
type Change = { personId: string; purpose: Purpose; before: CurrentConsent; by: string };

/**
 * After an answer was stored or removed, in the same transaction: questions that are no longer open are settled, those who show
 * galleries outside hear of a refusal, and the rest of the family is told.
 * @param paramsOf the facts that the family is told, null: nothing
 * @returns accounts whose notifications changed
 */
export async function tellOfChange(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  { personId, purpose, before, by }: Change,
  paramsOf: (after: CurrentConsent) => NewNotification['params'] | null,
): Promise<string[]> {
  const after = await readCurrentConsent(trx, personId, purpose, ctx.clock.today());
  const family = await listFamilyAccounts(trx, personId, ctx.clock.today());
  const settled = await settleNotifications(ctx, trx, ['consent_requested'], { readers: family });
  if (purpose === 'outside')
    settled.push(
      ...(before !== 'no' && after === 'no'
        ? await ctx.endings.outsideRefused(ctx, trx, { clubPersonId: personId, club, saidBy: by })
        : await settleNotifications(ctx, trx, ['refused_outside'], { clubPersonId: personId })),
    );
  const params = paramsOf(after);
  if (params === null) return settled;
  const others = family.filter((id) => id !== by);
  await notify(ctx, trx, others, [{ kind: 'consent_refused', params, href: '/family' }]);
  return [...settled, ...others];
}
