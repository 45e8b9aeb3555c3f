import { z } from 'zod';
import { processRoles } from '#server/contract/process-roles.ts';
import { text, wholeNumber } from './setting-types.ts';

const MINIMUM_SECRET_LENGTH = 32;

/** Network, data folder, database, logs: environment variables with their defaults. */
export const serverSettings = {
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
  /** Unset: generated once and kept in DATA_DIR. */
  JWT_SECRET: z
    .string()
    .min(MINIMUM_SECRET_LENGTH, `must have at least ${MINIMUM_SECRET_LENGTH} characters`)
    .optional(),
  TZ: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
  /** The token that lets its bearer read /metrics. Unset: only programs on this machine may. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Number of reverse proxies in front of the server whose X-Forwarded-For is to be believed. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
};

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
