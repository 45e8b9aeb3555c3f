/** The thread in which the embedded database runs, so that a slow query never blocks the web server. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { FromWorker, ToWorker, WorkerTask } from './embedded-database-messages.ts';

const task = workerData as WorkerTask;
const port = parentPort;
if (!port) throw new Error('embedded-database-worker.ts runs in a worker thread only');
const tell = (message: FromWorker) => port.postMessage(message);

const settings = Object.entries(task.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const database = await PGlite.create({
  dataDir: task.dataDir,
  extensions: { vector },
  startParams: [...PGlite.defaultStartParams, ...settings],
});

if (task.endpoint === undefined) {
  // First initialisation: the folder is complete once the database has been closed in order.
  await database.close();
  tell({ kind: 'initialised' });
  port.close();
} else {
  // Two, because a connection that replaces a broken one may arrive before the old one is gone. The pool has one.
  const server = new PGLiteSocketServer({ db: database, ...task.endpoint, maxConnections: 2 });
  await server.start();
  const address = server.getServerConn();
  tell({
    kind: 'ready',
    port: task.endpoint.path ? undefined : Number(address.slice(address.lastIndexOf(':') + 1)),
  });

  port.on('message', async (message: ToWorker) => {
    if (message.kind !== 'stop') return;
    await server.stop();
    await database.close();
    tell({ kind: 'stopped' });
    port.close();
  });
}
