import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { type Actor, createActor, createEvent, createGallery } from './actors.ts';
import { giveKey } from './api-keys.ts';
import { type PhotoApp, startPhotoApp } from './photo-app.ts';

/** Whether this machine has a program; says what is left out where it has not. */
export function hasProgram(name: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/libexec'];
  const found = folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) console.warn(`not run: ${name} is not installed here`);
  return found;
}

export type Ended = { code: number | null; output: string };

/** Runs a program to its end; its settings are those of nobody. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, input }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  child.stdin.on('error', () => undefined); // some end before they read
  child.stdin.end(input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** A gallery with a key to upload to it, and a folder of this machine. */
export type Door = {
  app: PhotoApp;
  owner: Actor;
  key: string;
  gallery: string;
  path: string;
  folder: string;
  rows(): Promise<string[]>;
};

export function openDoorBeforeAll(scope: 'upload' | 'manage' = 'upload'): Door {
  const door = {} as Door;
  beforeAll(async () => {
    const app = await startPhotoApp();
    const owner = await createActor(app, ['photographer']);
    const event = await createEvent(app);
    const gallery = await createGallery(app, {
      event,
      photographer: owner.id,
      createdBy: owner.id,
      name: 'Final',
    });
    const { key } = await giveKey(app, owner, scope);
    const rows = async () => {
      const photos = app.ctx.db.selectFrom('photo').select('filename').where('gallery_id', '=', gallery);
      return (await photos.execute()).map(({ filename }) => filename).sort();
    };
    const folder = await mkdtemp(join(tmpdir(), 'clublens-foreign-'));
    Object.assign(door, { app, owner, key, gallery, path: `/dav/event-${event}/Final`, folder, rows });
  });
  afterAll(async () => {
    await door.app?.close();
    if (door.folder) await rm(door.folder, { recursive: true, force: true });
  });
  return door;
}

/** Small pictures in larger files: bytes behind its end are no part of a picture. */
export async function makePhotos(folder: string, count: number, bytes: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: count }, (_, at) => `P ${String(at).padStart(4, '0')}.jpg`);
  for (const [at, name] of names.entries()) {
    const background = { r: at % 256, g: at >> 8, b: 90 };
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await writeFile(
      join(folder, name),
      Buffer.concat([picture, randomBytes(Math.max(0, bytes - picture.length))]),
    );
  }
  return names;
}

/** A line to a server that breaks after random numbers of bytes, as the network of a sports hall does. */
export async function cuttingLine(target: string, { bytes, cuts }: { bytes: number; cuts: number }) {
  const { hostname, port } = new URL(target);
  const seen = { bytes: 0, cuts: 0 };
  const every = bytes / (cuts + 1);
  let next = every * (0.5 + Math.random() / 2);
  const line = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('data', (chunk) => {
      seen.bytes += chunk.length;
      upstream.write(chunk);
      if (seen.cuts < cuts && seen.bytes > next) {
        seen.cuts += 1;
        next = seen.bytes + every * (0.5 + Math.random() / 2);
        client.destroy();
      }
    });
    client.on('close', () => upstream.destroy());
    upstream.on('data', (chunk) => client.destroyed || client.write(chunk));
    upstream.on('close', () => client.destroy());
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return { url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, seen, close: () => line.close() };
}
