/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { queueDigests } from '#server/features/administration/mail/queue-digests.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { createClubPerson, createGuardian } from '#tests/support/families.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';
import { world } from '#tests/support/world.ts';

let club: MailApp;
let clubId: string;
let gallery: string;
let photographer: Actor;
let member: Actor;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
world(async () => {
  clubId = await createClub(club.app);
  photographer = await createActor(club.app, ['photographer', 'admin'], 'camera');
  member = await createActor(club.app, [], 'parent');
  await addMember(club.app, clubId, member.id);
  await confirmAddress(member);
  const event = await createEvent(club.app, [clubId]);
  gallery = await createGallery(club.app, { event, photographer: photographer.id, name: 'Cup' });
  return club.app;
});

const confirmAddress = ({ id }: Actor) =>
  club.app.ctx.db
    .updateTable('app_user')
    .set({ email_verified_at: new Date() })
    .where('id', '=', id)
    .execute();
const inOneLine = (text = '') => text.replaceAll(/\s+/g, ' ');

/** The mails of this evening. */
function evening() {
  const now = new Date();
  now.setHours(19, 30, 0, 0);
  club.app.clock.set(now);
  return queueDigests(club.app.ctx).then(() => club.deliver());
}

describe('the small print claims no choice that nobody made', () => {
  const approve = () =>
    club.app.ctx.db
      .transaction()
      .execute((trx) =>
        notify(
          club.app.ctx,
          trx,
          [member.id],
          [{ kind: 'membership_approved', params: { club: 'FC Test' }, href: '/clubs' }],
        ),
      );

  test.each([
    ['en', 'You get such news at once.', 'in the evening,'],
    ['de', 'Solche Nachrichten bekommen Sie sofort.', 'bekommen Sie am Abend,'],
  ] as const)('%s', async (language, atOnce, inTheEvening) => {
    await club.app.ctx.db.updateTable('app_user').set({ language }).where('id', '=', member.id).execute();
    await approve();
    const [first] = await club.deliver();
    await member.call('PUT', '/notifications/preferences', {
      kind: 'membership_approved',
      delivery: 'digest',
    });
    await approve();
    const [second] = await evening();
    expect(inOneLine(first?.mail.text)).toContain(atOnce);
    expect(inOneLine(second?.mail.text)).toContain(inTheEvening);
    for (const one of [first, second]) expect(one?.mail.text).not.toMatch(/you chose|gewählt haben|möchten/);
  });
});

describe('a question of the club', () => {
  test.each([
    ['en', 'FC Test asks you a question about your family', 'A question about your family'],
    ['de', 'FC Test hat eine Frage zu Ihrer Familie', 'Eine Frage zu Ihrer Familie'],
  ] as const)(
    'whether somebody is a guardian does not speak of photos (%s)',
    async (language, title, subject) => {
      await club.app.ctx.db.updateTable('app_user').set({ language }).where('id', '=', member.id).execute();
      const child = await createClubPerson(club.app, clubId);
      const path = `/clubs/${clubId}/people/${child}/guardians`;
      expect((await photographer.call('POST', path, { user_id: member.id })).status).toBe(201);
      const [{ mail } = { mail: null }] = await club.deliver();
      expect([mail?.subject, inOneLine(mail?.text).startsWith(`${title} `)]).toEqual([subject, true]);
      expect(mail?.text).not.toMatch(/photos of your family|Fotos Ihrer Familie|\bMia\b/);
    },
  );

  test('about consents speaks of photos', async () => {
    const child = await createClubPerson(club.app, clubId);
    await confirmAddress(await createGuardian(club.app, clubId, child));
    await photographer.call('POST', `/clubs/${clubId}/consent-reminders`);
    const [{ mail } = { mail: null }] = await club.deliver();
    expect(mail?.subject).toBe('A question about photos of your family');
    expect(inOneLine(mail?.text)).toContain('FC Test asks you about photos of your family Open:');
  });
});

test.each([
  ['en', 'Your membership in FC Test', 'FC Test no longer lists you as a member '],
  ['de', 'Ihre Mitgliedschaft bei FC Test', 'FC Test führt Sie nicht mehr als Mitglied '],
] as const)('whom the club removes reads so at once (%s)', async (language, subject, text) => {
  await club.app.ctx.db.updateTable('app_user').set({ language }).where('id', '=', member.id).execute();
  await photographer.call('DELETE', `/clubs/${clubId}/members/${member.id}`);
  const mails = await club.deliver();
  expect(mails.map(({ mail }) => mail.subject)).toEqual([subject]);
  expect(inOneLine(mails[0]!.mail.text).startsWith(text)).toBe(true);
});

describe('a decision about guardians', () => {
  const speak = (language: 'en' | 'de') =>
    club.app.ctx.db.updateTable('app_user').set({ language }).where('id', '=', member.id).execute();
  const claim = async () => {
    await member.call('POST', `/clubs/${clubId}/guardian-claims`, { name: 'Mia', relation: 'child' });
    const path = `/clubs/${clubId}/guardian-claims`;
    const { body } = await photographer.call<{ claims: { id: string }[] }>('GET', path);
    return `${path}/${body.data.claims[0]!.id}`;
  };

  test.each([
    [
      'en',
      'A decision about your family',
      [
        'FC Test has confirmed that you are a guardian of Mia',
        'FC Test no longer lists you as a guardian of Mia',
      ],
      'FC Test did not confirm that you are a guardian of Mia',
    ],
    [
      'de',
      'Eine Entscheidung zu Ihrer Familie',
      [
        'FC Test hat bestätigt, dass Mia zu Ihnen gehört',
        'FC Test führt Sie nicht mehr als sorgeberechtigt für Mia',
      ],
      'FC Test hat nicht bestätigt, dass Mia zu Ihnen gehört',
    ],
  ] as const)(
    'names the child in the mail, and not in its subject (%s)',
    async (language, subject, both, no) => {
      await speak(language);
      const child = await createClubPerson(club.app, clubId);
      await photographer.call('POST', `${await claim()}/approve`, { club_person_id: child });
      const guardians = `/clubs/${clubId}/people/${child}/guardians`;
      const { body } = await photographer.call<{ guardians: { id: string }[] }>('GET', guardians);
      await photographer.call('DELETE', `${guardians}/${body.data.guardians[0]!.id}`);
      await photographer.call('POST', `${await claim()}/reject`);
      const mails = (await club.deliver()).map(({ mail }) => mail);
      expect(mails.map((mail) => mail.subject)).toEqual([subject, subject, subject]);
      for (const says of [...both, no])
        expect(mails.filter((mail) => inOneLine(mail.text).startsWith(`${says} `))).toHaveLength(1);
    },
  );

  test('comes in no mail once the child is erased', async () => {
    const child = await createClubPerson(club.app, clubId);
    await createClubPerson(club.app, clubId);
    await photographer.call('POST', `${await claim()}/approve`, { club_person_id: child });
    await photographer.call('DELETE', `/clubs/${clubId}/people/${child}`);
    for (const { mail } of await club.deliver())
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/\bMia\b/);
  });

  test.each([
    ['en', 'An answer about a guardian', 'parent No# says they are not a guardian of Mia in FC Test'],
    [
      'de',
      'Eine Antwort zur Frage nach Sorgeberechtigten',
      'parent No# gibt an, für Mia in FC Test nicht sorgeberechtigt zu sein',
    ],
  ] as const)(
    'by the member, a no, is mailed to those who still manage the club (%s)',
    async (language, subject, says) => {
      const [head, former] = [
        await createActor(club.app, [{ role: 'club_admin', club: clubId }], 'head'),
        await createActor(club.app, [{ role: 'club_admin', club: clubId }], 'former'),
      ];
      for (const one of [head, former]) {
        await confirmAddress(one);
        await one.call('PUT', '/notifications/preferences', {
          kind: 'guardianship_declined',
          delivery: 'at_once',
        });
      }
      await club.app.ctx.db.updateTable('app_user').set({ language }).where('id', '=', head.id).execute();
      const child = await createClubPerson(club.app, clubId);
      await photographer.call('POST', `/clubs/${clubId}/people/${child}/guardians`, { user_id: member.id });
      await club.deliver();
      const { body } = await member.call<{ asked: { id: string }[] }>('GET', '/family');
      expect((await member.call('DELETE', `/family/guardianships/${body.data.asked[0]!.id}`)).status).toBe(
        200,
      );
      await club.app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', former.id).execute();
      const [told, ...more] = await club.deliver();
      expect([told?.to, told?.mail.subject, more]).toEqual([[`${head.username}@example.org`], subject, []]);
      expect(inOneLine(told?.mail.text).replace(/No\d+/, 'No#')).toContain(says);
    },
  );
});

describe('the answer to a request to take a photo down', () => {
  async function answer(decision: 'granted' | 'declined', words: string): Promise<void> {
    const photo = await createPhoto(club.app, gallery);
    const { body } = await member.call<{ id: string }>('POST', `/photos/${photo}/takedown`, {});
    const path = `/galleries/${gallery}/takedowns/${body.data.id}/decide`;
    expect((await photographer.call('POST', path, { decision, answer: words })).status).toBe(200);
  }

  test.each([
    ['declined', 'The photo of Cup is shown again'],
    ['granted', 'The photo of Cup stays hidden, as you asked'],
  ] as const)(
    '%s: the mail says what the photographer wrote, and where to read it',
    async (decision, says) => {
      await answer(decision, 'It is <only> the back of a head.');
      const [{ mail } = { mail: null }] = await club.deliver();
      expect(inOneLine(mail?.text)).toContain(
        `${says} The answer: It is <only> the back of a head. Open: https://photos.club.example/notifications`,
      );
      expect(mail?.html).toContain('The answer: It is &lt;only&gt; the back of a head.');
      expect(mail?.subject).toBe('Your request about a photo');
    },
  );

  test('without words names none', async () => {
    await answer('granted', '');
    expect((await club.deliver())[0]?.mail.text).not.toContain('The answer');
  });

  test('says the same in the mail of the evening', async () => {
    await member.call('PUT', '/notifications/preferences', { kind: 'takedown_declined', delivery: 'digest' });
    await answer('declined', 'It is the back of a head.');
    expect(inOneLine((await evening())[0]?.mail.text)).toContain(
      'shown again The answer: It is the back of a head. https://photos.club.example/notifications',
    );
  });
});
