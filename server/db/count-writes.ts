import type { ClientClass } from './log-broken-connections.ts';

/** How many statements may have changed what readers are answered. The same number twice: nothing has changed between. */
export type WriteCount = () => number;

/**
 * Tables that nothing depends on that is remembered (remember-until-written.ts), each with the reason. Statements that write to
 * one of them alone are not counted; those on any other table are, also on tables that come later.
 */
export const uncountedTables: Record<string, string> = {
  backup_run: 'a backup that runs notes all the time that it does',
  download_selection: 'photos chosen for an archive: their rights are checked when it is made',
  found_photos_seen: 'until when a family has looked at its photos',
  job: 'work in the background: what it changes is written by statements of its own',
  mail_outbox: 'mails that wait to be sent',
  notification: 'who was told what',
  resumable_upload: 'how much of a file has come that is no photo yet',
};

/** Visits of share links (share-links.repository.ts), whose numbers only their managers read. */
const COUNTS_VISIT = /^update "share_link" set "(view|download)_count" = "\1_count" \+ \$1 where "id" = \$2$/;
const READS = /^\s*(?:select|show)\s/i;
const CHANGES_NO_ROW = /^\s*(?:begin|start transaction|savepoint|release|rollback|set|deallocate|vacuum)\b/i;
const COMMITS = /^\s*commit\s*$/i;
const WRITES_TO = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?(?:\s|$)/i;
const READS_OR_WRITES = /^\s*with\s/i;
const WORDS_OF_WRITES = /\b(?:insert|update|delete|merge)\b/i;

/** Whether a statement may change what readers are answered. One that is not understood may, and so may several in one. */
export function mayChangeAnswers(text: string): boolean {
  if (text.includes(';')) return true;
  if (READS.test(text) || CHANGES_NO_ROW.test(text) || COUNTS_VISIT.test(text)) return false;
  if (READS_OR_WRITES.test(text)) return WORDS_OF_WRITES.test(text);
  const table = WRITES_TO.exec(text)?.[1];
  return table === undefined || !Object.hasOwn(uncountedTables, table);
}

/**
 * A client that counts the statements that may change answers, once the database has answered and before the caller knows it:
 * whoever asks after a writer was answered finds another number. What a transaction wrote is counted again when it is committed.
 */
export function countingWrites(Base: ClientClass, onWrite: () => void): ClientClass {
  return class CountingClient extends Base {
    #hasWritten = false;

    // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
    override query(...args: any[]): any {
      const [statement] = args;
      const text: unknown = typeof statement === 'string' ? statement : statement?.text;
      const isCommit = typeof text === 'string' && COMMITS.test(text);
      const counts = isCommit ? this.#hasWritten : typeof text !== 'string' || mayChangeAnswers(text);
      // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
      const query = super.query as (...args: any[]) => any;
      if (!counts) return query.apply(this, args);
      this.#hasWritten = !isCommit;
      const last = args.at(-1);
      if (typeof last === 'function') {
        args[args.length - 1] = (...results: unknown[]) => {
          onWrite();
          last(...results);
        };
        return query.apply(this, args);
      }
      return Promise.resolve(query.apply(this, args)).finally(onWrite);
    }
  } as ClientClass;
}
