/** Other WebDAV clients of Debian, each as its page in docs/club says. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasProgram, makePhotos, openDoorBeforeAll, run } from '#tests/support/foreign-programs.ts';

const door = openDoorBeforeAll();
let photos: string;
let names: string[];
beforeAll(async () => {
  photos = join(door.folder, 'photos');
  names = await makePhotos(photos, 4, 300_000);
});

describe.skipIf(!hasProgram('curl'))('curl', () => {
  const curl = (...args: string[]) =>
    run('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '-u', `club:${door.key}`, ...args]);
  const at = (name: string) => `${door.app.url}${door.path}/${encodeURIComponent(name)}`;

  test('sends a file, one from a pipe, and gets it back', async () => {
    expect((await curl('-T', join(photos, names[0]!), at('curl.jpg'))).output).toBe('201');
    const piped = await run('sh', [
      '-c',
      `cat "$1" | curl -sS -w '%{http_code}' -u "club:$2" -T - "$3"`,
      'sh',
      join(photos, names[0]!),
      door.key,
      at('piped.jpg'),
    ]);
    expect(piped.output).toBe('201');
    const got = join(door.folder, 'got.jpg');
    await run('curl', ['-sS', '-u', `club:${door.key}`, '-o', got, at('curl.jpg')]);
    expect((await readFile(got)).equals(await readFile(join(photos, names[0]!)))).toBe(true);
  });

  test('sends no byte with a wrong key', async () => {
    const asked = ['-sS', '-o', '/dev/null', '-w', '%{http_code} %{size_upload}', '-u', 'club:clk_wrong'];
    expect((await run('curl', [...asked, '-T', join(photos, names[0]!), at('wrong.jpg')])).output).toBe(
      '401 0',
    );
  });

  test('a part of a file is refused', async () => {
    expect((await curl('-C', '1000', '-T', join(photos, names[0]!), at('part.jpg'))).output).toBe('400');
  });
});

describe.skipIf(!hasProgram('cadaver'))('cadaver', () => {
  test('puts, lists, renames', async () => {
    const home = join(door.folder, 'cadaver');
    const { hostname } = new URL(door.app.url);
    await run('mkdir', ['-p', home]);
    await writeFile(join(home, '.netrc'), `machine ${hostname}\nlogin club\npassword ${door.key}\n`, {
      mode: 0o600,
    });
    await run('cp', [join(photos, names[1]!), join(home, 'c1.jpg')]);
    const { output } = await run('cadaver', [`${door.app.url}${door.path}/`], {
      cwd: home,
      env: { HOME: home },
      input: 'put c1.jpg\nput c1.jpg\nmove c1.jpg c2.jpg\nls\nquit\n',
    });
    expect(output).toMatch(/c2\.jpg\s+300000/);
    expect(await door.rows()).toContain('c2.jpg');
  });
});

const mayMount = existsSync('/dev/fuse') && process.getuid?.() === 0;
if (!mayMount) console.warn('not run: davfs2 needs /dev/fuse and root');

describe.skipIf(!hasProgram('mount.davfs') || !mayMount)('davfs2', () => {
  test('copies, and renames what it has not sent yet', async () => {
    const place = join(door.folder, 'mounted');
    const settings = join(door.folder, 'davfs2.conf');
    const secrets = join(door.folder, 'secrets');
    const url = `${door.app.url}/dav/`;
    await run('mkdir', ['-p', place, join(door.folder, 'cache')]);
    // It gives up root, and keeps its copies as a user of its own.
    await run('chmod', ['755', door.folder]);
    await run('chmod', ['777', join(door.folder, 'cache')]);
    await writeFile(settings, `secrets ${secrets}\nask_auth 0\ncache_dir ${door.folder}/cache\n`);
    await writeFile(secrets, `${url} club ${door.key}\n`, { mode: 0o600 });
    const mounted = await run('mount.davfs', ['-o', `conf=${settings}`, url, place]);
    expect(mounted).toMatchObject({ code: 0, output: '' });
    const gallery = join(place, ...door.path.split('/').slice(2));
    const photo = join(photos, names[3]!);
    try {
      const copied = await run('sh', [
        '-c',
        `cp "$1" "$2/d1.jpg" && cp "$1" "$2/d2.part" && mv "$2/d2.part" "$2/d2.jpg" && cp "$1" "$2/$(printf 'd\\366.jpg')"`,
        'sh',
        photo,
        gallery,
      ]);
      expect(copied).toEqual({ code: 0, output: '' });
    } finally {
      await run('umount', [place]);
    }
    // The last has a name that is no UTF-8.
    const sizes = { 'd1.jpg': 300_000, 'd2.jpg': 300_000, 'dö.jpg': 300_000 };
    expect(await sizesOf(Object.keys(sizes))).toEqual(sizes);
  });
});

async function sizesOf(names: string[]): Promise<Record<string, number>> {
  const rows = await door.app.ctx.db
    .selectFrom('delivered_file')
    .select(['name', 'bytes'])
    .where('name', 'in', names)
    .where('state', '=', 'taken')
    .execute();
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

describe.skipIf(['gio', 'gvfsd-dav', 'dbus-run-session'].some((name) => !hasProgram(name)))('gio', () => {
  test('copies and lists', async () => {
    const { host } = new URL(door.app.url);
    const place = `dav://club@${host}${door.path}`;
    const script = [
      `printf '%s\\n' '${door.key}' | gio mount 'dav://club@${host}/dav'`,
      `gio copy '${join(photos, names[2]!)}' '${place}/g1.jpg'`,
      `gio copy '${join(photos, names[2]!)}' '${place}/g1.jpg'`,
      `gio move '${place}/g1.jpg' '${place}/g2.jpg'`,
      `gio list -l '${place}'`,
    ].join(' && ');
    const { output } = await run('dbus-run-session', ['--', 'sh', '-c', script], {
      env: { HOME: door.folder, XDG_RUNTIME_DIR: door.folder },
    });
    expect(output).toMatch(/g2\.jpg\s+300000/);
    expect(await door.rows()).toContain('g2.jpg');
  });
});
