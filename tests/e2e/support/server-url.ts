import { env } from 'node:process';

/** Every worker of the browser tests has a server of its own; the addresses reach the workers through the environment. */
const nameOf = (worker: number | string) => `CLUBLENS_E2E_URL_${worker}`;

export function setServerUrl(url: string, worker = 0): void {
  env[nameOf(worker)] = url;
}

/** The address of this worker's server; outside of workers that of the first. */
export const findServerUrl = (): string | undefined => env[nameOf(env.TEST_PARALLEL_INDEX ?? 0)];

export function serverUrl(): string {
  const url = findServerUrl();
  if (!url) throw new Error('No server was started for this worker; tests/e2e/global-setup.ts starts it');
  return url;
}
