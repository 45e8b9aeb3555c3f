import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadTestReport } from '../load-test/load-test-report.ts';
import { runLoad } from '../load-test/run-load.ts';
import { createWorkplace, signInTo, type Workplace } from '../support/api-client.ts';
import { grainyPhotos } from './engine/photos.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

/** Different ones. */
const PICTURES = 12;

export type ServedGallery = {
  server: OwnServer;
  workplace: Workplace;
  /** Of a share link to the whole gallery. */
  token: string;
  /** Of the folder with the photos that were uploaded. */
  pictures: string;
  road: LoadTestReport;
  /** Starts a server on the folder anew, which ends with the bench. */
  restart(): Promise<OwnServer>;
};

/**
 * A server of our own with a gallery of photos, uploaded three at once, whose people are found.
 * @param checkout of another commit with its dependencies, built, whose server it is then
 * @param makePictures a folder of them; each upload has bytes of its own
 */
export async function withServedGallery<T>(
  photos: number,
  work: (gallery: ServedGallery) => Promise<T>,
  checkout?: string,
  makePictures = () => grainyPhotos(PICTURES),
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clublens-bench-'));
  const pictures = await makePictures();
  const servers: OwnServer[] = [];
  const start = async () => {
    await servers.at(-1)?.stop();
    const server = await startOwnServer({ DATA_DIR: dataDir }, checkout);
    servers.push(server);
    return server;
  };
  try {
    const server = await start();
    const admin = await signInTo(server.address, server.username, server.password);
    const workplace = await createWorkplace(server.address, admin, 'Bench');
    const { photographer, galleryId } = workplace;
    const plan = { photographer, galleryId, photos, concurrency: 3, from: pictures.dir, pid: server.pid };
    const road = await runLoad(plan);
    const { token } = await photographer.call<{ token: string }>('POST', `/galleries/${galleryId}/links`, {});
    return await work({ server, workplace, token, pictures: pictures.dir, road, restart: start });
  } finally {
    await servers.at(-1)?.stop();
    await pictures.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}
