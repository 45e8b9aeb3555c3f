/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailStatus } from '#server/contract/schemas/mail.ts';
import { createMailTransport } from '#server/features/administration/mail/sending/mail-transport.ts';
import { insertMails, removeOldMails } from '#server/features/platform/outbox/outbox.repository.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { backoffMs } from '#server/jobs/backoff.ts';
import { sendMail } from '#server/jobs/handlers/send-mail.ts';
import { jobRules } from '#server/jobs/registry.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { letTimePass, testRunner } from '#tests/support/jobs.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';

let club: MailApp;
let admin: Actor;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
beforeEach(async () => {
  club.mails.refuse = null;
  await club.app.ctx.db.deleteFrom('mail_outbox').execute();
  await club.app.ctx.db.deleteFrom('job').execute();
  admin = await createActor(club.app, ['admin']);
});

const status = async () => (await admin.call<MailStatus>('GET', '/mail/status')).body.data;
const sendTest = () => admin.call('POST', '/mail/test');
const rows = () => club.app.ctx.db.selectFrom('mail_outbox').selectAll().execute();
const queueTest = (dedupeKey: string) =>
  club.app.ctx.db
    .transaction()
    .execute((trx) => queueMails(club.app.ctx, trx, [{ kind: 'test', dedupeKey, userId: admin.id }]));

describe('a test mail', () => {
  test('reaches the administrator who asked for it, and the page says so', async () => {
    expect((await sendTest()).status).toBe(202);
    expect(await status()).toMatchObject({ waiting: 1, test: { state: 'waiting' } });
    const [received, ...more] = await club.deliver();
    expect(more).toEqual([]);
    expect(received!.to).toEqual([`${admin.username}@example.org`]);
    expect(received!.mail.from).toEqual({ name: 'TSV Nord', address: 'photos@club.example' });
    expect(received!.mail.subject).toBe('Test mail');
    const to = `${admin.username}@example.org`;
    expect(await status()).toMatchObject({
      is_set_up: true,
      from: 'TSV Nord <photos@club.example>',
      public_url: 'https://photos.club.example',
      sent_last_day: 1,
      waiting: 0,
      last_error: null,
      test: { state: 'sent', to },
    });
  });

  test('names the address that it went to, also after the administrator’s address changed', async () => {
    await sendTest();
    const [received] = await club.deliver();
    await club.app.ctx.db
      .updateTable('app_user')
      .set({ email: `new-${admin.username}@example.org` })
      .where('id', '=', admin.id)
      .execute();
    expect((await status()).test).toMatchObject({ state: 'sent', to: received!.to[0] });
    expect(received!.to[0]).toBe(`${admin.username}@example.org`);
  });

  test('is for administrators only', async () => {
    const member = await createActor(club.app);
    expect((await member.call('POST', '/mail/test')).status).toBe(403);
    expect((await member.call('GET', '/mail/status')).status).toBe(403);
  });

  test('is written in the language of its reader', async () => {
    await club.app.ctx.db
      .updateTable('app_user')
      .set({ language: 'de' })
      .where('id', '=', admin.id)
      .execute();
    await sendTest();
    const [received] = await club.deliver();
    expect(received!.mail.subject).toBe('Testmail');
    expect(received!.mail.html).toContain('<html lang="de">');
  });
});

describe('a mail server that is away', () => {
  test('gets the mail when it is back, once, and the page says meanwhile what is wrong', async () => {
    club.mails.refuse = { at: 'connect', code: 421, text: 'come back later' };
    await sendTest();
    expect(await club.deliver()).toEqual([]);
    expect(await status()).toMatchObject({
      waiting: 1,
      failed: 0,
      last_error: { text: expect.stringContaining('come back later') },
      test: { state: 'waiting' },
    });
    club.mails.refuse = null;
    await letTimePass(club.app.database);
    expect(await club.deliver()).toHaveLength(1);
    await letTimePass(club.app.database);
    expect(await club.deliver()).toEqual([]);
    expect(await status()).toMatchObject({ waiting: 0, last_error: null, test: { state: 'sent' } });
  });

  test('is tried for a day with growing pauses; then the mail is given up, and the page says so', async () => {
    const pauses = Array.from({ length: jobRules['send-mail'].retry.attempts - 1 }, (_, i) =>
      backoffMs('send-mail', i + 1),
    );
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    const hours = pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(24);
    expect(hours).toBeLessThan(28);
    club.mails.refuse = { at: 'connect', code: 421, text: 'come back later' };
    await sendTest();
    for (let attempt = 1; attempt <= jobRules['send-mail'].retry.attempts; attempt += 1) {
      await letTimePass(club.app.database);
      await club.deliver();
    }
    expect(await status()).toMatchObject({ waiting: 0, failed: 1, test: { state: 'failed' } });
    expect(await club.app.ctx.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});

describe('a refused recipient', () => {
  const user = () =>
    club.app.ctx.db
      .selectFrom('app_user')
      .select('email_bounced_at')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow();

  test('is marked and not tried again; the next accepted mail takes the mark away', async () => {
    club.mails.refuse = { at: 'recipient', code: 550, text: '5.1.1 <x@example.org>: no such user' };
    await sendTest();
    await club.deliver();
    expect((await user()).email_bounced_at).not.toBeNull();
    expect(await status()).toMatchObject({ failed: 1, bounced_addresses: 1, test: { state: 'failed' } });
    const [row] = await rows();
    expect(row).toMatchObject({ error_code: 'recipient_refused' });
    expect(row!.error_text).not.toContain('@');
    await letTimePass(club.app.database);
    club.mails.refuse = null;
    expect(await club.deliver()).toEqual([]);
    await sendTest();
    await club.deliver();
    expect((await user()).email_bounced_at).toBeNull();
  });

  test.each([
    ['as an unknown sender', { at: 'sender', code: 553, text: '5.6.7 SMTPUTF8 is required' }],
    ['as no address', { at: 'recipient', code: 501, text: '5.1.3 invalid address' }],
    ['with the content', { at: 'content', code: 554, text: '5.6.9 cannot be passed on' }],
  ] as const)(
    'with an umlaut before the @, refused %s, is marked as that and not tried again',
    async (_how, refusal) => {
      const { db } = club.app.ctx;
      await db
        .updateTable('app_user')
        .set({ email: 'jürgen@example.org' })
        .where('id', '=', admin.id)
        .execute();
      club.mails.refuse = refusal;
      await sendTest();
      await club.deliver();
      expect(await rows()).toMatchObject([{ state: 'failed', error_code: 'address_not_supported' }]);
      expect((await user()).email_bounced_at).not.toBeNull();
      expect((await status()).last_error).toBeNull();
    },
  );

  test.each([
    ['for now', { at: 'recipient', code: 450, text: '4.2.0 greylisted' }, 'waiting'],
    ['by a policy', { at: 'recipient', code: 550, text: '5.7.1 relaying denied' }, 'failed'],
    ['for the content', { at: 'content', code: 554, text: '5.6.0 no' }, 'failed'],
  ] as const)('%s is not marked', async (_why, refusal, state) => {
    club.mails.refuse = refusal;
    await sendTest();
    await club.deliver();
    expect((await user()).email_bounced_at).toBeNull();
    expect((await rows()).map((row) => row.state)).toEqual([state]);
    // One refused address or mail is no fault of the installation, which the page would say in red.
    expect((await status()).last_error).toBeNull();
  });
});

describe('the outbox', () => {
  test('holds one mail for one cause', async () => {
    await queueTest('the same cause');
    await queueTest('the same cause');
    expect(await club.deliver()).toHaveLength(1);
    await queueTest('the same cause');
    expect(await club.deliver()).toEqual([]);
  });

  test('keeps nothing of a transaction that was rolled back', async () => {
    await expect(
      club.app.ctx.db.transaction().execute(async (trx) => {
        await queueMails(club.app.ctx, trx, [{ kind: 'test', dedupeKey: 'undone', userId: admin.id }]);
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await club.deliver()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('is emptied after 30 days', async () => {
    await queueTest('old');
    await club.deliver();
    await removeOldMails(club.app.ctx.db, new Date(Date.now() + 29 * 86_400_000));
    expect(await rows()).toHaveLength(1);
    await removeOldMails(club.app.ctx.db, new Date(Date.now() + 31 * 86_400_000));
    expect(await rows()).toEqual([]);
  });

  test('sends nothing to a deactivated account, and forgets the mail', async () => {
    await queueTest('deactivated');
    await club.app.ctx.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', admin.id)
      .execute();
    expect(await club.deliver()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('is sent again after a server died on the way, under the same Message-ID', async () => {
    await queueTest('killed');
    // The mail server accepts the mail; the process ends before it can note so.
    const { ctx, database } = club.app;
    const transport = createMailTransport({
      smtpUrl: club.mails.url,
      from: 'photos@club.example',
      publicUrl: null,
    });
    const dying = sendMail({
      ...ctx,
      mailTransport: {
        send: async (mail) => {
          await transport.send(mail);
          throw new Error('the process ended here');
        },
      },
    });
    const first = testRunner(database, { 'send-mail': dying });
    await first.whenIdle();
    await first.stop();
    await letTimePass(database);
    const copies = await club.deliver();
    expect(copies).toHaveLength(2);
    expect(copies[0]!.mail.messageId).toBe(copies[1]!.mail.messageId);
    expect(copies[0]!.mail.messageId).toMatch(/^<[0-9a-f-]{36}@club\.example>$/);
  });

  test('takes thousands of rows at once', async () => {
    const mails = Array.from({ length: 5_000 }, (_, i) => ({
      kind: 'test' as const,
      dedupeKey: `many ${i}`,
      userId: admin.id,
    }));
    const ids = await club.app.ctx.db
      .transaction()
      .execute((trx) => insertMails(trx, [...mails, ...mails.slice(0, 7)]));
    expect(ids).toHaveLength(5_000);
  });
});
