import type { ClientClass } from './log-broken-connections.ts';

/** Most statements one connection keeps prepared. The plan of a list of galleries takes a megabyte, of one row 10 kB. */
const MOST_PREPARED = 400;

/**
 * A client that has a statement with parameters prepared when it comes for the second time, so that Postgres parses it
 * once and, after five executions, may keep one plan for all parameters (PostgreSQL 17 manual, PREPARE, Notes). In the
 * embedded database parsing and planning a list of galleries takes ten times as long as reading it.
 *
 * Prepared statements belong to the session, so each connection must begin with `DEALLOCATE ALL` where connections share
 * one, and end before plans made for small tables grow too old (`maxLifetimeSeconds` of the pool).
 */
export function preparingRepeated(Base: ClientClass): ClientClass {
  return class PreparingClient extends Base {
    readonly #seen = new Set<string>();
    readonly #names = new Map<string, string>();

    /** @returns undefined for a statement that comes for the first time, or when enough are prepared */
    #nameOf(text: string): string | undefined {
      const known = this.#names.get(text);
      if (known !== undefined) return known;
      if (!this.#seen.has(text)) {
        this.#seen.add(text);
        return undefined;
      }
      if (this.#names.size === MOST_PREPARED) return undefined;
      const name = `repeated_${this.#names.size}`;
      this.#names.set(text, name);
      return name;
    }

    // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
    override query(...args: any[]): any {
      const [text, values, ...rest] = args;
      const hasParameters = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = hasParameters ? this.#nameOf(text) : undefined;
      // biome-ignore lint/suspicious/noExplicitAny: forwarding of all overloads
      const query = super.query as (...args: any[]) => any;
      return name === undefined
        ? query.apply(this, args)
        : query.apply(this, [{ name, text, values }, ...rest]);
    }
  } as ClientClass;
}
