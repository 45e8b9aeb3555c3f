import type { Viewer } from './contract/permissions.ts';
import type { WriteCount } from './db/count-writes.ts';

/**
 * Answers what was read under this key if nothing was written since, and reads it otherwise. Only objects are kept, and they
 * are shared: nobody changes them. What `read` answers depends on the key and the database alone: the day stands in the key, and
 * ends are compared with the time on each request.
 */
export type Recall = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/** Whose rights an answer holds for, as part of a key: an account, or one of its keys for programs, which may do less. */
export const whoseRights = ({ id, key }: Viewer): string => (key ? `${id} ${key.id}` : id);

/** Begins a request: what it reads is kept for others while nothing has been written since. */
export type BeginReading = () => Recall;

/** The memories of a process: of what the database answered, of pages of lists, and of the bytes of small pictures. */
export type Memories = {
  beginReading: BeginReading;
  beginReadingPages: BeginReading;
  beginReadingPictures: BeginReading;
};

/** @param writes null: others write to the database too, so nothing is remembered */
export const memoriesOf = (writes: WriteCount | null): Memories => ({
  beginReading: writes ? rememberUntilWritten(writes, 20_000) : rememberNothing,
  // 200 photos of 1 kB each at most: 20 MB.
  beginReadingPages: writes ? rememberUntilWritten(writes, 100) : rememberNothing,
  // 40 kB each at most, see send-picture.ts: 16 MB.
  beginReadingPictures: writes ? rememberUntilWritten(writes, 400) : rememberNothing,
});

const rememberNothing: BeginReading = () => (_key, read) => read();

/** @param mostKept beyond it those go that were asked for longest ago */
export function rememberUntilWritten(writes: WriteCount, mostKept: number): BeginReading {
  const kept = new Map<string, Promise<unknown>>();
  let keptAt = writes();
  return () => {
    const began = writes();
    return (key, read) => {
      const now = writes();
      if (keptAt !== now) kept.clear();
      keptAt = now;
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known as ReturnType<typeof read>;
      }
      // What this request knows of its viewer may be older than the last write.
      if (began !== now) return read();
      const reading = read();
      kept.set(key, reading);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
      const forget = () => kept.get(key) === reading && kept.delete(key);
      reading.then((value) => isObject(value) || forget(), forget);
      return reading;
    };
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
