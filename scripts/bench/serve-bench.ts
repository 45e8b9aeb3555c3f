import { Agent, get } from 'node:http';
import { secondsBetween, usesOf } from '../load-test/process-use.ts';
import { startOwnServer } from './own-server.ts';
import type { ServedGallery } from './served-gallery.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 8;

/** `processorMs`: of the server for each answer; null where the system does not tell. */
type Rate = { perSecond: number; p50Ms: number; processorMs: number | null; bytes: number };

/**
 * What a server with a gallery answers a second to 8 connections that ask one after the other, from this machine: lists, a
 * thumbnail, an unchanged one; an archive; and how long starts take.
 * @param seconds for each kind of request
 */
export async function benchServing(gallery: ServedGallery, seconds: number, rounds: number) {
  const { server, workplace, token } = gallery;
  const { photographer, galleryId } = workplace;
  const list = await photographer.call<{ photos: { thumbnail_urls: { small: string } }[] }>(
    'GET',
    `/photos/gallery/${galleryId}?limit=60`,
  );
  const small = list.photos[0]?.thumbnail_urls.small ?? '';
  const headers = { authorization: `Bearer ${photographer.token()}` };
  const url = (path: string) => `${server.address}${path}`;
  const { etag = '' } = await answer(url(small), headers);
  const rate = (path: string, sent: Record<string, string>) =>
    rateOf(server.pid, url(path), sent, seconds * 1_000);
  const rates = {
    'list, signed in': await rate(`/api/photos/gallery/${galleryId}?limit=60`, headers),
    'list, by link': await rate(`/api/galleries/shared/${token}/photos?limit=60`, {}),
    thumbnail: await rate(small, headers),
    'thumbnail, unchanged (304)': await rate(small, { ...headers, 'if-none-match': etag }),
  };
  const archives: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const { bytes } = await answer(url(`/api/galleries/${galleryId}/download`), headers);
    archives.push(bytes / 1e3 / (performance.now() - began));
  }
  const existing: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    existing.push((await gallery.restart()).readyMs);
    const fresh = await startOwnServer();
    empty.push(fresh.readyMs);
    await fresh.stop();
  }
  return {
    rates,
    archiveMbPerSecond: median(archives),
    startMs: { existing: median(existing), empty: median(empty) },
  };
}

async function rateOf(
  pid: number,
  url: string,
  headers: Record<string, string>,
  forMs: number,
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let bytes = 0;
  const ask = async (until: number) => {
    while (performance.now() < until) {
      const began = performance.now();
      bytes = (await answer(url, headers, agent)).bytes;
      times.push(performance.now() - began);
    }
  };
  const askAll = (ms: number) => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: CONNECTIONS }, () => ask(until)));
  };
  await askAll(forMs / 4);
  times.length = 0;
  const before = usesOf(pid);
  await askAll(forMs);
  const after = usesOf(pid);
  agent.destroy();
  const seconds = before && after && Object.values(secondsBetween(before, after));
  return {
    perSecond: (times.length / forMs) * 1_000,
    p50Ms: median(times),
    processorMs: seconds && (seconds.reduce((sum, value) => sum + value, 0) / times.length) * 1_000,
    bytes,
  };
}

/** @throws where the answer is neither 200 nor 304 */
function answer(url: string, headers: Record<string, string>, agent?: Agent) {
  return new Promise<{ bytes: number; etag: string | undefined }>((resolve, reject) => {
    get(url, { headers, ...(agent && { agent }) }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 304)
          resolve({ bytes, etag: response.headers.etag });
        else reject(new Error(`${url} was answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
