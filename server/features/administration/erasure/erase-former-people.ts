import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { ExpiryNotice } from '#server/contract/expiry-notices.ts';
import { dueRetentionStep, lastDayAfterNotice, lastDayOfLeft } from '#server/contract/last-day.ts';
import type { DB } from '#server/db/tables.ts';
import {
  notify,
  publishEnded,
  publishNotifications,
} from '#server/features/accounts/notifications/notify.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import { readCurrentConsent } from '#server/features/people/consent/current-consent.repository.ts';
import {
  type Departure,
  listAccountsOfLeft,
  listFormerPeople,
  removeDeparturesOfReturned,
  removeOldGuardianships,
} from '#server/features/people/former-people/former-people.repository.ts';
import { erasePerson } from './erase-person.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail' | 'tokens'>;

/** Announces the end of what clubs know of people who left, and erases those whose time is over. */
export async function eraseFormerPeople(ctx: Dependencies): Promise<void> {
  const today = ctx.clock.today();
  await removeDeparturesOfReturned(ctx.db, today);
  await removeOldGuardianships(ctx.db, ctx.clock.now());
  const due = (await listFormerPeople(ctx.db, {}, today)).filter((one) => stepOf(one, today) !== null);
  for (const clubId of new Set(due.map((one) => one.club_id))) await giveNotices(ctx, clubId, today);
  for (const one of due) if (stepOf(one, today) === 'end') await erase(ctx, one, today);
}

const stepOf = (one: Departure, today: string): ExpiryNotice | 'end' | null =>
  dueRetentionStep({ ...one, kept_until: lastDayOfLeft(one) }, today);

/** In one transaction for each club: each notice is given once. The administrators get one for all people of a day. */
async function giveNotices(ctx: Dependencies, clubId: string, today: string): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().execute();
    const notified: string[] = [];
    const byDay = new Map<string, Departure[]>();
    for (const one of await listFormerPeople(trx, { clubId }, today)) {
      const step = stepOf(one, today);
      if (step === null || step === 'end') continue;
      await noteNotice(trx, one, step, today);
      const day = lastDayAfterNotice(lastDayOfLeft(one), today);
      byDay.set(day, [...(byDay.get(day) ?? []), one]);
      notified.push(...(await notifyAccounts(ctx, trx, one, day, today)));
    }
    for (const [day, people] of byDay) notified.push(...(await notifyClub(ctx, trx, people, day)));
    return notified;
  });
  publishNotifications(ctx.bus, notified);
}

const noteNotice = (trx: Transaction<DB>, one: Departure, step: ExpiryNotice, today: string) =>
  trx
    .updateTable('club_person_departure')
    .set({ expiry_notice: step, expiry_notice_on: today })
    .where('club_person_id', '=', one.club_person_id)
    .execute();

async function notifyAccounts(
  ctx: Dependencies,
  trx: Transaction<DB>,
  { club_person_id, club }: Departure,
  date: string,
  today: string,
): Promise<string[]> {
  const accounts = await listAccountsOfLeft(trx, club_person_id, today);
  const params = { club, date, club_person_id };
  await notify(ctx, trx, accounts, [{ kind: 'own_data_ending', params, href: '/family' }]);
  return accounts;
}

async function notifyClub(
  ctx: Dependencies,
  trx: Transaction<DB>,
  people: readonly Departure[],
  date: string,
): Promise<string[]> {
  const { club_id, club } = people[0]!;
  const deciders = await listRequestDeciders(trx, club_id);
  const params = { club, date, count: people.length };
  const href = `/clubs/${club_id}/manage?tab=people&left=yes`;
  await notify(ctx, trx, deciders, [{ kind: 'left_people_ending', params, href }]);
  return deciders;
}

/** Erases one person, unless somebody kept the data longer meanwhile. Photos of those who refuse outside are hidden. */
async function erase(ctx: Dependencies, { club_person_id, club_id, club }: Departure, today: string) {
  const erased = await ctx.db.transaction().execute(async (trx) => {
    const accounts = await listAccountsOfLeft(trx, club_person_id, today);
    return erasePerson(
      ctx,
      trx,
      { id: club_id, name: club },
      {
        personId: club_person_id,
        hidesPhotos: (await readCurrentConsent(trx, club_person_id, 'outside', today)) === 'no',
        actor: { id: null, username: 'retention' },
        alsoNotified: accounts,
        mayErase: async () => {
          const [one] = await listFormerPeople(trx, { personId: club_person_id }, today);
          return one !== undefined && !one.is_back && stepOf(one, today) === 'end';
        },
      },
    );
  });
  if (erased) publishEnded(ctx.bus, erased);
}
