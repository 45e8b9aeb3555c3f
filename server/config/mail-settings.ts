import { z } from 'zod';
import { explained, text } from './setting-types.ts';

/** Mail: environment variables with their defaults. */
export const mailSettings = {
  SMTP_URL: explained(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .refine(
        (url) => URL.canParse(url),
        'must be an address; characters such as @ or # in a password are written %40, %23',
      )
      .optional(),
    'The mail server, `smtp://user:password@host:587`. Options such as `?requireTLS=false` are those of nodemailer. See [mail](mail.md).',
    'no mail is sent',
  ),
  MAIL_FROM: explained(
    text
      .regex(
        /^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address, or a name and <address>',
      )
      .optional(),
    'The sender, `Name <address>` or an address. Needed with SMTP_URL.',
  ),
};
