import { createHash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';
import { AppError } from './contract/app-error.ts';
import type { ErrorCode } from './contract/error-codes.ts';

/** UUIDv7: sorts by time of creation, so new rows sit together in every index. */
export const newId = (): string => v7();
/** An id that rows made since this time are not below. */
export const firstIdOf = (time: Date): string => v7({ msecs: time.getTime(), random: new Uint8Array(16) });
export const isId = (value: string): boolean => validate(value);

/** Ids are opaque: one that is no UUID names nothing, and says so as "not found". */
export function requireId(value: string, code: ErrorCode): string {
  if (!isId(value)) throw new AppError(code);
  return value.toLowerCase();
}

/** The well-formed ids of a list, once each, in order. */
export const onlyIds = (values: readonly string[]): string[] => [
  ...new Set(values.filter(isId).map((value) => value.toLowerCase())),
];

/** 256 bits from the system's generator, for refresh tokens and share links. */
export const randomToken = (): string => randomBytes(32).toString('base64url');
/** Tokens are stored as SHA-256: they are random, so no slow hash is needed. */
export const hashToken = (token: string | Buffer): Buffer => createHash('sha256').update(token).digest();
