import { fullName } from '#server/features/users/users.repository.ts';
import type { Composer } from './compose-mail.ts';

/** The test mail of the settings page; it goes to an address that is not confirmed, too. */
export const composeTestMail: Composer = async (_ctx, { reader, language, t }) => ({
  to: reader.email,
  language,
  subject: t('test.subject'),
  title: t('test.title'),
  blocks: [{ kind: 'text', text: t('test.text', { name: fullName(reader) || reader.username }) }],
  footer: [],
});
