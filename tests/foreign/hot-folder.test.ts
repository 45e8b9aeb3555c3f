/** What rsync, an FTP server, a network share and darktable leave in the hot folder, cut ones included: whole photos are taken, once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import {
  cuttingLine,
  hasProgram,
  makePhotos,
  openDoorBeforeAll,
  run,
} from '#tests/support/foreign-programs.ts';
import { quarters } from '#tests/support/test-images.ts';
import { openTestInbox } from '#tests/support/test-inbox.ts';

const door = openDoorBeforeAll();
const imaging = createImaging({ processes: 1 });
let dir: string;
let folder: string;
let inbox: Awaited<ReturnType<typeof openTestInbox>>;
const ended: (() => void)[] = [];

beforeAll(async () => {
  dir = join(door.folder, 'inbox');
  await mkdir(dir, { mode: 0o2777 });
  folder = join(dir, ...door.path.split('/').slice(2));
  inbox = await openTestInbox({ app: door.app, imaging, dir, account: door.owner.username });
});
afterAll(() => imaging.close());
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

const lookIn = (seconds: number) => inbox.lookIn(seconds);
const takeAll = () => inbox.takeAll();

/** A picture whose end is the end of its file: half of it does not decode whole. */
async function largePicture(name: string, height: number): Promise<string> {
  const noise = await quarters(1000, height).png({ compressionLevel: 0 }).toBuffer();
  const path = join(door.folder, name);
  await writeFile(path, noise);
  return path;
}

describe.skipIf(!hasProgram('rsync'))('rsync', () => {
  test('copies photos under their names', async () => {
    const names = await makePhotos(join(door.folder, 'rsync'), 5, 50_000);
    expect(await run('rsync', ['-r', `${join(door.folder, 'rsync')}/`, `${folder}/`])).toMatchObject({
      code: 0,
    });
    await takeAll();
    expect(await door.rows()).toEqual(expect.arrayContaining(names));
    expect(await readdir(folder)).toEqual([]);
  });

  test('--partial, ended in the middle: the half waits, the whole photo is taken once', async () => {
    const source = await largePicture('partial.png', 800);
    const child = spawn('rsync', ['--partial', '--bwlimit=500', source, `${folder}/`], { stdio: 'ignore' });
    await expect.poll(async () => (await readdir(folder)).length, { timeout: 20_000 }).toBe(1);
    await delay(2_000);
    child.kill('SIGINT');
    await once(child, 'close');
    // The receiver ends after the one that was started.
    await expect.poll(() => readdir(folder)).toEqual(['partial.png']);
    expect((await stat(join(folder, 'partial.png'))).size).toBeLessThan((await readFile(source)).length);
    await takeAll();
    await lookIn(300);
    expect(await door.rows()).not.toContain('partial.png');
    expect(await readdir(folder)).toEqual(['partial.png']);
    expect(await run('rsync', ['--partial', source, `${folder}/`])).toMatchObject({ code: 0 });
    await takeAll();
    await lookIn(40);
    expect((await door.rows()).filter((name) => name === 'partial.png')).toHaveLength(1);
  });
});

describe.skipIf(!hasProgram('vsftpd') || !hasProgram('lftp'))('vsftpd with lftp', () => {
  test('a line that breaks leaves half a photo, which waits; the next try is taken once', async () => {
    const port = await freePort();
    const settings = join(door.folder, 'vsftpd.conf');
    await writeFile(
      settings,
      [
        'listen=YES',
        'listen_address=127.0.0.1',
        `listen_port=${port}`,
        'background=NO',
        'run_as_launching_user=YES',
        'anonymous_enable=YES',
        'no_anon_password=YES',
        `anon_root=${dir}`,
        'anon_upload_enable=YES',
        'anon_other_write_enable=YES',
        'write_enable=YES',
        'anon_umask=007',
        'chmod_enable=NO',
        'seccomp_sandbox=NO',
        '',
      ].join('\n'),
    );
    await chmod(settings, 0o600);
    const server = spawn('vsftpd', [settings], { stdio: 'ignore' });
    ended.push(() => server.kill());
    await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(true);
    const source = await largePicture('ftp.png', 780);
    const place = folder.slice(dir.length + 1);
    const slow = spawn(
      'lftp',
      ['-c', `set net:limit-rate 0:500000; open -p ${port} 127.0.0.1; cd '${place}'; put '${source}'`],
      { stdio: 'ignore' },
    );
    await expect
      .poll(async () => (await readdir(folder)).includes('ftp.png'), { timeout: 20_000 })
      .toBe(true);
    await delay(1_500);
    slow.kill('SIGKILL');
    await once(slow, 'close');
    await delay(500);
    await takeAll();
    await lookIn(300);
    expect(await door.rows()).not.toContain('ftp.png');
    const again = await run('lftp', ['-c', `open -p ${port} 127.0.0.1; cd '${place}'; put -c '${source}'`]);
    expect(again).toMatchObject({ code: 0 });
    await takeAll();
    await lookIn(40);
    expect((await door.rows()).filter((name) => name === 'ftp.png')).toHaveLength(1);
  });
});

describe.skipIf(!hasProgram('smbd') || !hasProgram('smbclient'))('samba with smbclient', () => {
  test('a share that breaks off leaves half a photo, which waits; the next try is taken once, beside others', async () => {
    const port = await freePort();
    const state = join(door.folder, 'samba');
    await mkdir(state);
    const settings = join(state, 'smb.conf');
    const folders = ['private dir', 'lock directory', 'state directory', 'cache directory', 'pid directory'];
    await writeFile(
      settings,
      [
        '[global]',
        ...[...folders, 'ncalrpc dir'].map((name) => `${name} = ${state}`),
        `smb ports = ${port}`,
        'interfaces = 127.0.0.1',
        'bind interfaces only = yes',
        'server role = standalone server',
        'map to guest = Bad User',
        'disable spoolss = yes',
        'load printers = no',
        `log file = ${state}/log`,
        '[inbox]',
        `path = ${dir}`,
        'guest ok = yes',
        'read only = no',
        `force user = ${userInfo().username}`,
        '',
      ].join('\n'),
    );
    // In a group of its own: when it ends, it ends all processes of its group.
    const server = spawn('smbd', ['--foreground', '--no-process-group', '-s', settings], {
      stdio: 'ignore',
      detached: true,
    });
    ended.push(() => server.kill());
    await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(true);
    const place = folder.slice(dir.length + 1);
    const put = (at: number, ...commands: string[]) =>
      run('smbclient', [
        ...['//127.0.0.1/inbox', '-N', '-s', settings, '-p', String(at)],
        ...['-D', place, '-c', commands.join('; ')],
      ]);
    const names = await makePhotos(join(door.folder, 'share'), 5, 50_000);
    const all = names.map((name) => `put "${join(door.folder, 'share', name)}" "s-${name}"`);
    expect(await put(port, ...all)).toMatchObject({ code: 0 });
    const source = await largePicture('share.png', 760);
    const line = await cuttingLine(`http://127.0.0.1:${port}`, { bytes: 2_000_000, cuts: 1 });
    ended.push(line.close);
    expect((await put(Number(new URL(line.url).port), `put "${source}" share.png`)).code).not.toBe(0);
    expect(line.seen.cuts).toBe(1);
    expect((await stat(join(folder, 'share.png'))).size).toBeLessThan((await readFile(source)).length);
    await takeAll();
    await lookIn(300);
    const taken = await door.rows();
    expect(taken).toEqual(expect.arrayContaining(names.map((name) => `s-${name}`)));
    expect(taken).not.toContain('share.png');
    expect(await put(port, `put "${source}" share.png`)).toMatchObject({ code: 0 });
    await takeAll();
    await lookIn(40);
    expect((await door.rows()).filter((name) => name === 'share.png')).toHaveLength(1);
  });
});

describe.skipIf(!hasProgram('darktable-cli'))('darktable', () => {
  test('exports into it, and what it exports again to the same name takes the place of the first', async () => {
    const source = join(door.folder, 'shot.jpg');
    await writeFile(source, await quarters(900, 600).jpeg().toBuffer());
    const own = join(door.folder, 'darktable');
    const inFolder = join(folder, 'shot.jpg');
    const exportIt = (...options: string[]) =>
      run('darktable-cli', [
        ...[source, inFolder, ...options, '--core', '--configdir', own, '--cachedir', own],
        ...['--library', ':memory:', '--conf', 'plugins/imageio/storage/disk/overwrite=1'],
      ]);
    const photo = () =>
      door.app.ctx.db
        .selectFrom('photo')
        .select(['id', 'width'])
        .where('filename', 'like', 'shot%')
        .execute();
    expect(await exportIt()).toMatchObject({ code: 0 });
    await takeAll();
    const [first, ...none] = await photo();
    expect([first?.width, none]).toEqual([900, []]);
    expect(await exportIt('--width', '600')).toMatchObject({ code: 0 });
    await takeAll();
    expect(await photo()).toEqual([{ id: first!.id, width: 600 }]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
