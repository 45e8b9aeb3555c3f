import { expect, test } from 'vitest';
import { isAnswerOfMailServer, mailErrorCodes } from '#server/contract/schemas/mail.ts';
import { mailFailure } from '#server/features/administration/mail/sending/mail-failure.ts';

test('a mail server that cannot be reached has answered nothing', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ESOCKET' });
  const { code, text } = mailFailure(refused, 'anna@example.org');
  expect([code, text, isAnswerOfMailServer(code)]).toEqual([
    'unreachable',
    'connect ECONNREFUSED 127.0.0.1:25',
    false,
  ]);
  expect(mailErrorCodes.filter(isAnswerOfMailServer)).toEqual([
    'sign_in_refused',
    'sender_refused',
    'recipient_refused',
    'address_not_supported',
    'content_refused',
  ]);
});
