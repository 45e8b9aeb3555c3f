/** Where the worker listens: a socket file, or a loopback port where socket files do not exist (Windows). */
export type Endpoint = { path: string } | { path?: undefined; host: string; port: number };

export interface WorkerTask {
  /** Postgres, a `WebAssembly.Module`, which Node's types do not know. */
  postgres: object;
  dataDir: string;
  /** Settings of Postgres, such as `shared_buffers`, other than its own defaults. */
  settings: Record<string, string>;
  /** Undefined: create the database in dataDir, close it and end. */
  endpoint: Endpoint | undefined;
}

export type FromWorker =
  | { kind: 'initialised' }
  | { kind: 'ready'; port: number | undefined }
  | { kind: 'stopped' };

export type ToWorker = { kind: 'stop' };
