import { type Logger, pino } from 'pino';
import { type PrettyOptions, default as pretty } from 'pino-pretty';

export type { Logger };

/** What must never be in a log, wherever it turns up one or two levels deep. In URLs: `safeUrl` of http/request-log.ts. */
const SECRETS = [
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'refresh_token',
  'unlock_token',
  'authorization',
  'cookie',
  'embedding',
  'jwtSecret',
];

const HEADERS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-share-password"]',
  'req.headers["x-share-unlock"]',
  'req.headers["x-guest-key"]',
  'res.headers["set-cookie"]',
];

/** A database that is busy is no fault of the code, and what did not wait for it is tried again: where it was says nothing. */
const withoutNeedlessStack = ({ err, ...facts }: Record<string, unknown>): Record<string, unknown> =>
  err instanceof Error && 'isBusyDatabase' in err
    ? { ...facts, reason: err.message }
    : { ...facts, ...(err !== undefined && { err }) };

const TERMINAL_FORMAT: PrettyOptions = { translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true };

/**
 * The server's log on standard output, secrets replaced: one JSON object per line, or readable lines in a
 * terminal. Only this file creates loggers.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutNeedlessStack },
      redact: {
        paths: [
          ...HEADERS,
          ...SECRETS,
          ...SECRETS.map((name) => `*.${name}`),
          ...SECRETS.map((name) => `*.*.${name}`),
        ],
        censor: '[hidden]',
      },
    },
    process.stdout.isTTY ? pretty(TERMINAL_FORMAT) : pino.destination(1),
  );
}
