import type { LanguageCode } from '#server/contract/languages.ts';

/** What happened to an account, told to its owner: nobody can switch these off. */
export const changeNotices = [
  'email_changed',
  'password_changed',
  'new_device',
  'api_key_added',
  'passkey_added',
  'passkey_removed',
  'identity_connected',
  'identity_disconnected',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
] as const;
export type ChangeNotice = (typeof changeNotices)[number];

/** Every kind of mail; compose-mail.ts says what each contains. */
const mailKinds = [
  'test',
  'password_reset',
  'verify_email',
  'change_email',
  ...changeNotices,
  'factor_removal_asked',
  'invitation',
  'notification',
  'digest',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail to write into the outbox. It holds ids, never tokens or texts: those are made when it is sent. */
export type NewMail = {
  /** Given where the caller has to know the id beforehand. */
  id?: string;
  kind: MailKind;
  /** The same cause gives the same key: a second row with it is not written. */
  dedupeKey: string;
  userId: string | null;
  /** Given where the mail does not go to the address that the account has when it is sent; for a forgotten password, what was typed. */
  recipient?: string | undefined;
  /** For accounts that have no language yet. */
  language?: LanguageCode;
  params?: Record<string, string>;
};
