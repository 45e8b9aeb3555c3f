import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { purposes } from '#server/contract/consent.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { newId } from '#server/ids.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { addMember, createActor, createClub } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { type ConsentFacts, currentConsent, type LastAnswer } from './current-consent-model.ts';

const app = startTestAppBeforeAll();
const TODAY = '2026-11-22';

/** Dates of birth around the ages that matter, with the age in years that each means on TODAY. */
const births = fc.constantFrom<[string | null, number | null]>(
  [null, null],
  ['2020-01-01', 6],
  ['2012-11-23', 13],
  ['2012-11-22', 14],
  ['2008-11-23', 17],
  ['2008-11-22', 18],
  ['1980-05-05', 46],
);
const account = fc.constantFrom('member', 'waiting', 'inactive', 'stranger');
const said = fc.record({
  by: fc.constantFrom<'self' | 'paper' | 0 | 1 | 2>('self', 'paper', 0, 1, 2),
  answer: fc.constantFrom<NonNullable<LastAnswer>>('yes', 'yes', 'no', 'withdrawn'),
  valid_until: fc.constantFrom(null, null, '2026-11-21', TODAY, '2027-01-01'),
  purpose: fc.constantFrom(...purposes),
  /** Only papers are: as if they had never been entered. */
  removed: fc.constantFrom(false, false, true),
});
const isRemoved = ({ by, removed }: { by: unknown; removed: boolean }) => by === 'paper' && removed;
const state = fc.record({
  birth: births,
  self: fc.option(account),
  guardians: fc.array(
    fc.record({
      account,
      state: fc.constantFrom<'asked' | 'confirmed' | 'ended'>('confirmed', 'confirmed', 'asked', 'ended'),
    }),
    { maxLength: 3 },
  ),
  answers: fc.array(said, { maxLength: 8 }),
});
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

/** What the rule is told of a state, by reading the rows as a person would. */
function factsOf({ birth, self, guardians, answers }: State, purpose: string): ConsentFacts {
  const valid = answers.filter(
    (each) =>
      each.purpose === purpose &&
      !isRemoved(each) &&
      (each.valid_until === null || each.valid_until >= TODAY) &&
      (each.by === 'self' ? self !== null : each.by === 'paper' || each.by < guardians.length),
  );
  const last = (by: (typeof answers)[number]['by']): LastAnswer =>
    valid.findLast((each) => each.by === by)?.answer ?? null;
  return {
    ageYears: birth[1],
    self: self === 'member' ? last('self') : undefined,
    guardians: guardians.flatMap((guardian, i) =>
      guardian.state === 'confirmed' && guardian.account === 'member' ? [last(i as 0 | 1 | 2)] : [],
    ),
    paper: last('paper'),
    refusedBefore:
      purpose === 'outside' &&
      valid.some(
        ({ answer, by }, i) =>
          answer !== 'yes' && !valid.slice(i + 1).some((later) => later.by === by || later.by === 'paper'),
      ),
  };
}

/** The papers that are to be removed are still there; their ids come with the person's. */
async function store(club: string, { birth, self, guardians, answers }: State) {
  const { db } = app.ctx;
  const userOf = async (kind: 'member' | 'waiting' | 'inactive' | 'stranger') => {
    const { id } = await createActor(app);
    if (kind === 'inactive')
      await db.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute();
    if (kind !== 'stranger') await addMember(app, club, id, kind === 'waiting' ? 'pending' : 'approved');
    return id;
  };
  const own = self ? await userOf(self) : null;
  const id = newId();
  await db
    .insertInto('club_person')
    .values({ id, club_id: club, first_name: 'Mia', born_on: birth[0], user_id: own })
    .execute();
  const ids: string[] = [];
  for (const guardian of guardians) {
    const user_id = await userOf(guardian.account);
    ids.push(user_id);
    await db
      .insertInto('guardianship')
      .values({ id: newId(), club_person_id: id, user_id, state: guardian.state, asked_at: new Date() })
      .execute();
  }
  const toRemove: string[] = [];
  for (const [i, { by, answer, purpose, valid_until, removed }] of answers.entries()) {
    const answerId = newId();
    if (isRemoved({ by, removed })) toRemove.push(answerId);
    const said_by = by === 'self' ? own : by === 'paper' ? null : (ids[by] ?? null);
    if (by !== 'paper' && said_by === null) continue;
    await db
      .insertInto('consent')
      .values({
        id: answerId,
        club_person_id: id,
        purpose,
        answer,
        said_by,
        said_as: by === 'self' || by === 'paper' ? by : 'guardian',
        text_version: '1',
        language: 'en',
        said_at: new Date(1_800_000_000_000 + i * 1000),
        valid_until,
      })
      .execute();
  }
  return { id, toRemove };
}

describe('the consent in force', () => {
  test('is the same in SQL as in the contract, whatever was said', async () => {
    const club = await createClub(app);
    const admin = await createActor(app, [{ role: 'club_admin', club }]);
    app.clock.set(new Date(`${TODAY}T12:00:00`));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(state, async (generated) => {
        const { id, toRemove } = await store(club, generated);
        const path = `/clubs/${club}/people/${id}/paper-consents`;
        const { papers } = (await admin.call<{ papers: PaperConsent[] }>('GET', path)).body.data;
        for (const paper of toRemove)
          expect((await admin.call('DELETE', `${path}/${paper}`)).status).toBe(200);
        const foretold = toRemove.length === 1 && papers.find((paper) => paper.id === toRemove[0]);
        if (foretold) expect(foretold.without).toBe(currentConsent(factsOf(generated, foretold.purpose)));
        for (const purpose of purposes) {
          const expected = currentConsent(factsOf(generated, purpose));
          const { rows } = await sql<{ current: string }>`
            select ${currentConsentOf(sql`${id}::uuid`, purpose, TODAY)} as current`.execute(app.ctx.db);
          seen.add(expected);
          expect(rows[0]!.current, `${purpose} of ${JSON.stringify(generated)}`).toBe(expected);
        }
      }),
      { numRuns: runs(30, 300) },
    );
    expect([...seen].sort()).toEqual(['no', 'unknown', 'yes']);
  });
});
