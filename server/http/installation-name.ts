import type { Needs } from '#server/app-context.ts';
import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { getInstallationName } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';

/** The installation's name; the default one while the database is away, so that pages come all the same. */
export function readInstallationName({ db, log }: Needs<'db' | 'log'>): Promise<string> {
  return getInstallationName(db).catch((error: unknown) => {
    log.warn({ err: error }, 'name of the installation not read');
    return defaultInstallationName;
  });
}
