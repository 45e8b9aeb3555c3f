import { fullName } from '#server/features/accounts/users/users.repository.ts';
import type { Composer } from './compose-mail.ts';

/**
 * The test mail of the settings page. It goes to an address that is not confirmed, too: to the one it was asked for, which the
 * page names, also where the account has another by now.
 */
export const composeTestMail: Composer = async (_ctx, { mail, reader, language, t }) => ({
  to: mail.recipient ?? reader.email,
  language,
  subject: t('test.subject'),
  title: t('test.title'),
  blocks: [{ kind: 'text', text: t('test.text', { name: fullName(reader) || reader.username }) }],
  footer: [],
});
