import { z } from 'zod';
import { backupSettings } from './backup-settings.ts';
import { firstAdminSettings } from './first-admin-settings.ts';
import { inboxSettings } from './inbox-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { recognitionSettings } from './recognition-settings.ts';
import { serverSettings } from './server-settings.ts';
import { StartError } from './start-error.ts';
import { storageSettings } from './storage-settings.ts';
import { uploadSettings } from './upload-settings.ts';

/** Every setting by topic, in the order of docs/operate/settings.md, which `npm run docs` makes of them. */
export const settingTopics = {
  Server: serverSettings,
  'Where photos are kept': storageSettings,
  Uploads: uploadSettings,
  'Hot folder': inboxSettings,
  'The first administrator': firstAdminSettings,
  Recognition: recognitionSettings,
  Mail: mailSettings,
  'OpenID Connect': oidcSettings,
  Backup: backupSettings,
};

const variables = z.object({
  ...serverSettings,
  ...storageSettings,
  ...uploadSettings,
  ...inboxSettings,
  ...firstAdminSettings,
  ...recognitionSettings,
  ...mailSettings,
  ...oidcSettings,
  ...backupSettings,
});

export const settingNames = Object.keys(variables.shape);

const envSchema = variables
  .refine((env) => !env.SMTP_URL || env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'must be set together with SMTP_URL',
  })
  .refine((env) => !env.OIDC_ISSUER || env.OIDC_CLIENT_ID, {
    path: ['OIDC_CLIENT_ID'],
    message: 'must be set together with OIDC_ISSUER',
  })
  .refine((env) => !env.OIDC_ISSUER || env.PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'must be set together with OIDC_ISSUER: the provider sends browsers back there',
  })
  .refine((env) => !env.INBOX_DIR || env.INBOX_ACCOUNT, {
    path: ['INBOX_ACCOUNT'],
    message: 'must be set together with INBOX_DIR',
  })
  .refine((env) => !env.STORAGE_URL || env.AWS_ACCESS_KEY_ID, {
    path: ['AWS_ACCESS_KEY_ID'],
    message: 'must be set together with STORAGE_URL',
  })
  .refine((env) => !env.STORAGE_URL || env.AWS_SECRET_ACCESS_KEY, {
    path: ['AWS_SECRET_ACCESS_KEY'],
    message: 'must be set together with STORAGE_URL',
  })
  .refine((env) => !env.STORAGE_URL || env.STORAGE_URL.region || env.AWS_REGION, {
    path: ['STORAGE_URL'],
    message: 'must name its region=…, or AWS_REGION has to',
  })
  .refine((env) => !env.DATABASE_POOLED || (env.DATABASE_URL && env.DATABASE_DIRECT_URL), {
    path: ['DATABASE_POOLED'],
    message: 'needs DATABASE_URL, which leads to the pooler, and DATABASE_DIRECT_URL, which does not',
  })
  .refine((env) => env.ROLE === 'all' || env.DATABASE_URL, {
    path: ['ROLE'],
    message: 'web and worker need DATABASE_URL: the embedded database belongs to one process',
  });

export type Env = z.output<typeof envSchema>;

/**
 * Reads and checks all settings. The server takes settings from process.env nowhere else; some scripts do.
 * @throws StartError with one line per wrong setting; values are not repeated, they may be secrets
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty value means "not set": that is what a blank line in a compose file gives.
  const known = settingNames.map((name) => [name, source[name] || undefined]);
  const result = envSchema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(`Wrong settings. ${lines.join('; ')}`);
}
