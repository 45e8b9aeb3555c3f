import { z } from 'zod';
import { processRoles } from '#server/contract/process-roles.ts';
import { explained, text, wholeNumber, yesOrNo } from './setting-types.ts';

const MINIMUM_SECRET_LENGTH = 32;

const address = z
  .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
  .refine(isOrigin, 'must end after the host name and port')
  .transform((url) => new URL(url).origin);

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .optional();

/** Network, data folder, database, logs: environment variables with their defaults. */
export const serverSettings = {
  HOST: explained(
    text.default('127.0.0.1'),
    'Where to listen. Behind a proxy that ends TLS, keep 127.0.0.1.',
  ),
  PORT: explained(wholeNumber(0, 65_535).default(3000), 'The port to listen on.'),
  PUBLIC_URL: explained(
    address.optional(),
    'Where people reach the server: links begin with it, in mails and on posters too. Passkeys work there alone, over https with a host name.',
    'that of the request, and no mail with a link',
  ),
  PUBLIC_URL_BEFORE: explained(
    address.optional(),
    'After a move: the PUBLIC_URL that passkeys were made for. They go on working as long as that address still leads to this server.',
    'passkeys of a former address sign nobody in',
  ),
  TRUST_PROXY: explained(
    wholeNumber(0, 10).default(0),
    'Number of proxies in front whose X-Forwarded-* headers are believed.',
  ),
  DATA_DIR: explained(
    text.default('./data'),
    'Photos, embedded database, secrets. One folder, one running server.',
  ),
  DATABASE_URL: explained(
    databaseUrl,
    '`postgres://…` of a PostgreSQL 15 or newer with pgvector 0.8.2 or newer; waited for, half a minute at most. See [scaling](scaling.md).',
    'the embedded database in DATA_DIR',
  ),
  DATABASE_POOLED: explained(
    yesOrNo(false),
    '`true`: DATABASE_URL leads to a pooler such as PgBouncer, in transaction mode. See [pooler](scaling.md#a-pooler).',
  ),
  DATABASE_DIRECT_URL: explained(
    databaseUrl,
    'With DATABASE_POOLED: the same database past the pooler, for live updates, migrations, backups and restores.',
    'DATABASE_URL',
  ),
  ROLE: explained(
    z.enum(processRoles).default('all'),
    '`web` answers requests, `worker` does the work in the background; both need DATABASE_URL. See [several processes](scaling.md#several-processes).',
  ),
  JWT_SECRET: explained(
    z
      .string()
      .min(MINIMUM_SECRET_LENGTH, `must have at least ${MINIMUM_SECRET_LENGTH} characters`)
      .optional(),
    `Signs sessions and links; at least ${MINIMUM_SECRET_LENGTH} characters.`,
    'made once, kept in DATA_DIR (mode 600)',
  ),
  TZ: explained(
    z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    'Time zone, such as `Europe/Berlin`; decides what "today" is, and when photos were taken whose files name no zone.',
    "the system's",
  ),
  METRICS_TOKEN: explained(
    z.string().min(16, 'must have at least 16 characters').optional(),
    'Lets its bearer read `/metrics`; at least 16 characters. See [monitoring](monitoring.md).',
    'only programs on this machine may',
  ),
  SECURITY_CONTACT: explained(
    z
      .string()
      .regex(
        /^(?:(?:mailto:)?[^\s@:/]+@[^\s@:/]+|https:\/\/\S+)$/,
        'must be an e-mail address or begin with https://',
      )
      .transform((contact) => (/^(?:mailto|https):/.test(contact) ? contact : `mailto:${contact}`))
      .optional(),
    'Whom to tell about a weakness of this installation, an e-mail address or an `https://` page: `/.well-known/security.txt` names it.',
    'there is no such file',
  ),
  LOG_LEVEL: explained(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    '`trace` to `silent`; JSON lines on standard output, plain ones in a terminal.',
  ),
};

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true; // said already
  const { pathname, search, hash, username } = new URL(url);
  return pathname === '/' && !search && !hash && !username;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
