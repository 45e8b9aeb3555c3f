import { PostgresAdapter, PostgresDialect } from 'kysely';

/**
 * Kysely's migrator takes a session-level advisory lock, which would outlive a failed transaction on a pooled
 * connection. migrate.ts holds a transaction-level lock around the whole run instead, so there is nothing to do here.
 */
class TransactionLockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Postgres as Kysely knows it, with the migration lock left to migrate.ts. */
export class ClublensDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLockedAdapter();
  }
}
