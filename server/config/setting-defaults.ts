import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { inputLimits } from '#server/contract/input-limits.ts';
import { processRoles } from '#server/contract/process-roles.ts';
import { parseStorageUrl } from './parse-storage-url.ts';
import { StartError } from './start-error.ts';

const MINIMUM_SECRET_LENGTH = 32;

const text = z.string().trim().min(1);
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Every setting there is, with its default. The README's table names the same ones. */
const variables = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** Several processes on one database server: some answer requests, others do the work in the background. */
  ROLE: z.enum(processRoles).default('all'),
  DATA_DIR: text.default('./data'),
  /** Unset: the embedded database in DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  /** Unset: photos are files in DATA_DIR. */
  STORAGE_URL: z
    .string()
    .transform((url, context) => {
      const location = parseStorageUrl(url);
      if (!('problem' in location)) return location;
      context.addIssue(location.problem);
      return z.NEVER;
    })
    .optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  /** For temporary keys. */
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
  ADMIN_USERNAME: text.max(inputLimits.usernameMax).default('admin'),
  ADMIN_EMAIL: z.email('must be an e-mail address').max(inputLimits.emailMax).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(inputLimits.passwordMin, `must have at least ${inputLimits.passwordMin} characters`)
    .max(inputLimits.passwordMax)
    .optional(),
  /** Unset: generated once and kept in DATA_DIR. */
  JWT_SECRET: z
    .string()
    .min(MINIMUM_SECRET_LENGTH, `must have at least ${MINIMUM_SECRET_LENGTH} characters`)
    .optional(),
  MODELS_DIR: text.default('./models'),
  /** A folder or base address to take model files from instead of their published places. */
  MODELS_SOURCE: text.optional(),
  /** Models whose licence allows only some uses and is accepted for this server, separated by commas. */
  ACCEPTED_MODELS: z
    .string()
    .regex(/^[\w, ]*$/, 'must be names of models, separated by commas')
    .default('')
    .transform((names) => names.split(/[, ]+/).filter(Boolean)),
  FACE_WORKERS: wholeNumber(1, 64).default(availableParallelism()),
  /** What computes the models; where it cannot be used, cpu. */
  FACE_PROVIDER: z.enum(['cpu', 'cuda', 'tensorrt', 'dml', 'coreml', 'webgpu']).default('cpu'),
  MAX_UPLOAD_MB: wholeNumber(1, 500).default(50),
  /** Of an uploaded picture; the other limits of decoding one: ml/imaging/decoder-process-limits.ts. */
  MAX_MEGAPIXELS: wholeNumber(1, 500).default(100),
  TZ: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
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
  /** Unset: the server makes no backups by itself. */
  BACKUP_DIR: text.optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
    .default('03:00'),
  /** How many backups are kept. */
  BACKUP_KEEP: wholeNumber(1, 365).default(7),
  /** Holds the passphrase of the backups. Unset: they are not encrypted. */
  BACKUP_KEY_FILE: text.optional(),
  /** The token that lets its bearer read /metrics. Unset: only programs on this machine may. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Number of reverse proxies in front of the server whose X-Forwarded-For is to be believed. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
});

const envSchema = variables
  .refine((env) => !env.SMTP_URL || env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'must be set together with SMTP_URL',
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
  .refine((env) => env.ROLE === 'all' || env.DATABASE_URL, {
    path: ['ROLE'],
    message: 'web and worker need DATABASE_URL: the embedded database belongs to one process',
  });

export type Env = z.output<typeof envSchema>;

/**
 * Reads and checks all settings. This is the only place that looks at process.env.
 * @throws StartError with one line per wrong setting; values are not repeated, they may be secrets
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty value means "not set": that is what a blank line in a compose file gives.
  const known = Object.keys(envSchema.shape).map((name) => [name, source[name] || undefined]);
  const result = envSchema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(`Wrong settings. ${lines.join('; ')}`);
}

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
