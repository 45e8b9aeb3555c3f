import { beforeEach, describe, expect, test } from 'vitest';
import type { ErasureReceipt, ErasureRequest } from '#server/contract/schemas/erasures.ts';
import { createRateLimits, rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { answer, createClubPerson, createGuardian, familyOf } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

type Erasures = { requests: ErasureRequest[]; receipts: ErasureReceipt[]; total: number };
const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let mother: Actor;
let mia: string;

beforeEach(async () => {
  app.ctx.rateLimits = createRateLimits();
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  mia = await createClubPerson(app, club);
  mother = await createGuardian(app, club, mia);
});

const ask = (by = mother, hide_photos = false) =>
  by.call('POST', `/family/people/${mia}/erasure-request`, { hide_photos });
const withdraw = (by = mother) => by.call('DELETE', `/family/people/${mia}/erasure-request`);
const decline = (by = admin) => by.call('DELETE', `/clubs/${club}/erasure-requests/${mia}`);
const list = async (by = admin) => (await by.call<Erasures>('GET', `/clubs/${club}/erasures`)).body.data;
const kinds = async (actor: Actor) =>
  (
    await actor.call<{ notifications: { kind: string }[] }>('GET', '/notifications')
  ).body.data.notifications.map(({ kind }) => kind);
const waits = async () => (await familyOf(mother)).people[0]!.erasure_asked_at !== null;

describe('a request to erase somebody', () => {
  test('waits with the club, which erases the person and keeps a receipt', async () => {
    expect(await waits()).toBe(false);
    expect((await ask()).status).toBe(201);
    await ask(mother, true);
    expect(await waits()).toBe(true);
    expect(await kinds(admin)).toContain('erasure_asked');
    const { requests, receipts } = await list();
    expect(receipts).toEqual([]);
    const request = { club_person_id: mia, name: 'Mia', hide_photos: true };
    expect(requests).toMatchObject([{ ...request, refuses_outside: false }]);
    await answer(mother, mia, 'outside', 'no');
    expect((await list()).requests).toMatchObject([{ ...request, refuses_outside: true }]);
    expect(requests[0]!.asked_by).toMatch(/^user No/);
    await admin.call('DELETE', `/clubs/${club}/people/${mia}`);
    const after = await list();
    expect(after).toMatchObject({ requests: [], total: 1, receipts: [{ files_cleaned: false }] });
    expect(after.receipts[0]!.erased_by).toMatch(/^user No/);
    expect(JSON.stringify(after)).not.toMatch(/mia/i);
    expect(await kinds(mother)).toContain('person_erased');
    expect((await familyOf(mother)).people).toEqual([]);
  });

  test('is taken back by the family, or declined by the club, which the family learns', async () => {
    await ask();
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    expect((await list()).requests).toEqual([]);
    await ask();
    expect((await decline()).status).toBe(200);
    expect((await decline()).status).toBe(404);
    expect(await waits()).toBe(false);
    expect(await kinds(mother)).toContain('erasure_declined');
  });

  test('is made by the family alone and answered by its club alone', async () => {
    const stranger = await createActor(app);
    await addMember(app, club, stranger.id);
    for (const actor of [stranger, admin]) expect((await ask(actor)).status).toBe(404);
    await ask();
    expect((await withdraw(stranger)).status).toBe(404);
    const elsewhere = await createClub(app, 'TV Other');
    const foreign = await createActor(app, [{ role: 'club_admin', club: elsewhere }]);
    for (const actor of [mother, stranger, foreign]) {
      expect((await actor.call('GET', `/clubs/${club}/erasures`)).status).toBe(403);
      expect((await decline(actor)).status).toBe(403);
      expect((await actor.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(403);
    }
    expect((await foreign.call('DELETE', `/clubs/${elsewhere}/erasure-requests/${mia}`)).status).toBe(404);
    expect((await foreign.call('DELETE', `/clubs/${elsewhere}/people/${mia}`)).status).toBe(404);
    expect((await list()).requests).toHaveLength(1);
  });

  test('is limited for each account', async () => {
    for (let i = 0; i < rateLimitValues.erasureRequestsPerAccount.points; i += 1)
      expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(429);
  });
});
