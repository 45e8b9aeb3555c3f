import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hourMs } from '#server/contract/lifetimes.ts';
import { loadJwtSecret } from './jwt-secret.ts';
import { type Env, readEnv } from './read-settings.ts';
import { StartError } from './start-error.ts';
import type { StorageLocation } from './storage-location.ts';

const BYTES_PER_MIB = 1024 * 1024;
const PIXELS_PER_MEGAPIXEL = 1_000_000;

/** The settings as the server uses them: absolute paths, bytes and pixels, secrets resolved. */
export interface Config {
  host: string;
  port: number;
  /** What this process does; `all` where it is the only one. */
  role: Env['ROLE'];
  /** Number of trusted reverse proxies. */
  trustProxyHops: number;
  /** IANA name; "today" of events is a day in this zone. */
  timeZone: string;
  logLevel: Env['LOG_LEVEL'];
  dataDir: string;
  storage: StorageLocation;
  /** Connection string of a Postgres server; undefined means embedded. */
  databaseUrl: string | undefined;
  /** The same past the pooler that DATABASE_URL leads to; undefined: it leads to the server itself. */
  databaseDirectUrl: string | undefined;
  /** Undefined: /metrics is for programs on this machine. */
  metricsToken: string | undefined;
  /** An address of mail (mailto:) or of a page; undefined: nobody is named. */
  securityContact: string | undefined;
  /** The same, or else the sender of mails, or the server itself: to whom services that take messages may write. */
  pushContact: string | null;
  jwtSecret: string;
  /** The same when it is kept in the data folder; undefined when the operator set it. */
  keptSecret: string | undefined;
  firstAdmin: { username: string; email: string | undefined; password: string | undefined };
  /** `accepted`: models whose licence the operator accepted by a setting; administrators may accept others. */
  models: { dir: string; source: string | undefined; accepted: string[] };
  searchesPublicGalleries: boolean;
  faceWorkers: number;
  faceProvider: Env['FACE_PROVIDER'];
  upload: { maxBytes: number; maxPixels: number };
  /** The hot folder; undefined: there is none. */
  inbox: { dir: string; account: string; keepDays: number } | undefined;
  /** Scheme and host where people reach the server; null: not set. */
  publicUrl: string | null;
  /** Where they reached it before a move; null: nowhere else. */
  formerPublicUrl: string | null;
  /** Undefined: no mail is sent. */
  mail: { smtpUrl: string; from: string; publicUrl: string | null } | undefined;
  /** Undefined: nobody signs in with an OpenID provider. */
  provider:
    | {
        issuer: string;
        clientId: string;
        clientSecret: string | undefined;
        label: string;
        scopes: string;
        sessionMs: number;
        endsThere: boolean;
        isOnly: boolean;
        isAutomatic: boolean;
        strongMethods: string[];
        clubs: { value: string; clubId: string }[];
        clubsClaim: string;
        publicUrl: string;
      }
    | undefined;
  backup: {
    /** Undefined: the server makes no backups by itself. */
    dir: string | undefined;
    at: string;
    keep: number;
    keyFile: string | undefined;
  };
}

/** Makes the data folder if need be and resolves all settings. @throws StartError when a setting is wrong */
export function loadConfig(source?: NodeJS.ProcessEnv): Config {
  const env = readEnv(source);
  const dataDir = resolve(env.DATA_DIR);
  makeDataDir(dataDir);
  const keptSecret = env.JWT_SECRET === undefined ? loadJwtSecret(dataDir) : undefined;
  return {
    host: env.HOST,
    port: env.PORT,
    role: env.ROLE,
    trustProxyHops: env.TRUST_PROXY,
    timeZone: env.TZ,
    logLevel: env.LOG_LEVEL,
    dataDir,
    storage: { folder: join(dataDir, 'photos'), s3: s3SettingsOf(env) },
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_POOLED ? env.DATABASE_DIRECT_URL : undefined,
    metricsToken: env.METRICS_TOKEN,
    securityContact: env.SECURITY_CONTACT,
    pushContact: pushContactOf(env),
    jwtSecret: env.JWT_SECRET ?? keptSecret ?? '',
    keptSecret,
    firstAdmin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    models: { dir: resolve(env.MODELS_DIR), source: env.MODELS_SOURCE, accepted: env.ACCEPTED_MODELS },
    searchesPublicGalleries: env.SEARCH_PUBLIC_GALLERIES,
    faceWorkers: env.FACE_WORKERS,
    faceProvider: env.FACE_PROVIDER,
    upload: {
      maxBytes: env.MAX_UPLOAD_MB * BYTES_PER_MIB,
      maxPixels: env.MAX_MEGAPIXELS * PIXELS_PER_MEGAPIXEL,
    },
    inbox:
      env.INBOX_DIR && env.INBOX_ACCOUNT
        ? { dir: resolve(env.INBOX_DIR), account: env.INBOX_ACCOUNT, keepDays: env.INBOX_KEEP_DAYS }
        : undefined,
    publicUrl: env.PUBLIC_URL ?? null,
    formerPublicUrl: env.PUBLIC_URL_BEFORE ?? null,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL ?? null }
        : undefined,
    provider: providerOf(env),
    backup: {
      dir: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
      at: env.BACKUP_AT,
      keep: env.BACKUP_KEEP,
      keyFile: env.BACKUP_KEY_FILE && resolve(env.BACKUP_KEY_FILE),
    },
  };
}

/** An address of mail or https. */
function pushContactOf({ SECURITY_CONTACT, MAIL_FROM, PUBLIC_URL }: Env): string | null {
  const sender = MAIL_FROM && `mailto:${MAIL_FROM.replace(/^.*<|>\s*$/g, '')}`;
  return SECURITY_CONTACT ?? sender ?? (PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : null);
}

/** readEnv has checked that the settings are complete. */
function providerOf(env: Env): Config['provider'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = env;
  if (!issuer || !clientId || !publicUrl) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    label: env.OIDC_LABEL ?? new URL(issuer).host,
    scopes: env.OIDC_SCOPES,
    sessionMs: env.OIDC_SESSION_HOURS * hourMs,
    endsThere: env.OIDC_LOGOUT,
    isOnly: env.OIDC_ONLY,
    isAutomatic: env.OIDC_AUTO,
    strongMethods: env.OIDC_MFA,
    clubs: env.OIDC_CLUBS,
    clubsClaim: env.OIDC_CLUBS_CLAIM,
    publicUrl,
  };
}

function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartError(`DATA_DIR ${path} is not a folder, or lies below a file.`);
    throw error;
  }
}

/** The settings of S3; undefined without STORAGE_URL. readEnv has checked that they are complete. */
function s3SettingsOf(env: Env): StorageLocation['s3'] {
  const { STORAGE_URL: location, AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY = '' } = env;
  return (
    location && {
      ...location,
      region: location.region ?? env.AWS_REGION ?? '',
      credentials: {
        accessKeyId,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        sessionToken: env.AWS_SESSION_TOKEN,
      },
    }
  );
}
