import { z } from 'zod';
import { text } from './setting-types.ts';

/** Mail, and the address that links in mails begin with: environment variables with their defaults. */
export const mailSettings = {
  /** Unset: no mail is sent. Options such as `?requireTLS=false` are those of nodemailer. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (url) => URL.canParse(url),
      'must be an address; characters such as @ or # in a password are written %40, %23',
    )
    .optional(),
  /** `Name <address>` or an address. */
  MAIL_FROM: text
    .regex(
      /^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or a name and <address>',
    )
    .optional(),
  /** Where people reach the server; links in mails begin with it. Unset: no mail with a link is sent. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .refine(isOrigin, 'must end after the host name and port')
    .transform((url) => new URL(url).origin)
    .optional(),
};

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true; // said already
  const { pathname, search, hash, username } = new URL(url);
  return pathname === '/' && !search && !hash && !username;
}
