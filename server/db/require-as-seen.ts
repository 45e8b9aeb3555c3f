import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/contract/app-error.ts';

type Fields = Record<string, unknown>;

/**
 * Refuses to replace what somebody else has saved since a form was opened.
 * @param seen what the form was opened with, by field; undefined: nobody asks. Fields that are not sent are not looked at.
 * @param readNow reads the same fields, and locks the row until the change is written
 * @throws AppError edit_conflict for a field that is neither what was seen nor what is sent
 */
export async function requireAsSeen(
  seen: Fields | undefined,
  sent: Fields,
  readNow: () => Promise<Fields | undefined>,
): Promise<void> {
  if (!seen || Object.keys(seen).length === 0) return;
  const now = await readNow();
  if (!now) return;
  const isOtherNow = Object.entries(seen).some(
    ([field, value]) =>
      sent[field] !== undefined && !isSame(now[field], value) && !isSame(now[field], sent[field]),
  );
  if (isOtherNow) throw new AppError('edit_conflict');
}

/** As on the wire, with an empty text as no value. The order of ids says nothing. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
const plain = (value: unknown): unknown => {
  const wire: unknown = JSON.parse(JSON.stringify(value === '' ? null : (value ?? null)));
  return Array.isArray(wire) ? wire.map(String).toSorted() : wire;
};
