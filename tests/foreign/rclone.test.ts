/** rclone, also on a line that breaks: every photo arrives, once. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  cuttingLine,
  hasProgram,
  makePhotos,
  openDoorBeforeAll,
  run,
} from '#tests/support/foreign-programs.ts';
import { textured } from '#tests/support/textured.ts';

/** FOREIGN_PHOTOS=1000 for the whole measurement; one cut for five photos, or FOREIGN_CUTS. */
const PHOTOS = Number(process.env.FOREIGN_PHOTOS ?? 100);
const CUTS = Number(process.env.FOREIGN_CUTS ?? PHOTOS / 5);
const PHOTO_BYTES = 200_000;

const door = openDoorBeforeAll('manage');
const copies = new Set<{ close(): void }>();
afterEach(() => {
  for (const copy of copies) copy.close();
});

async function rclone(url: string, ...args: string[]) {
  const obscured = await run('rclone', ['obscure', door.key]);
  return run('rclone', ['--config', '/dev/null', '--low-level-retries', '3', ...args], {
    env: {
      RCLONE_CONFIG_CLUB_TYPE: 'webdav',
      RCLONE_CONFIG_CLUB_URL: `${url}/dav`,
      RCLONE_CONFIG_CLUB_VENDOR: 'other',
      RCLONE_CONFIG_CLUB_USER: 'club',
      RCLONE_CONFIG_CLUB_PASS: obscured.output.trim(),
    },
  });
}
const target = (name = 'Final') => `club:${door.path.split('/')[2]}/${name}`;

describe.skipIf(!hasProgram('rclone'))('rclone', () => {
  test(`copies ${PHOTOS} photos with ${CUTS} cuts: none is lost, none is there twice`, async () => {
    const folder = join(door.folder, 'many');
    const names = await makePhotos(folder, PHOTOS, PHOTO_BYTES);
    const line = await cuttingLine(door.app.url, { bytes: PHOTOS * PHOTO_BYTES, cuts: CUTS });
    copies.add(line);
    const began = Date.now();
    for (let round = 0; round < 10; round += 1) {
      const { code } = await rclone(line.url, 'copy', folder, target());
      if (code === 0) break;
    }
    console.log(`${PHOTOS} photos, ${line.seen.cuts} cuts, ${Math.round((Date.now() - began) / 1000)} s`);
    expect(await door.rows()).toEqual(names);
    expect(line.seen.cuts).toBeGreaterThan(CUTS / 2);
    const before = line.seen.bytes;
    expect((await rclone(line.url, 'copy', folder, target())).code).toBe(0);
    expect(line.seen.bytes - before).toBeLessThan(20_000);
  });

  test('is set up and copies by the commands of the page', async () => {
    const folder = join(door.folder, 'page');
    const [name] = await makePhotos(folder, 1, 20_000);
    await rename(join(folder, name!), join(folder, 'page.jpg'));
    const page = await readFile('docs/club/delivering-by-program.md', 'utf8');
    const commands = page.match(/^rclone (config|copy) .*$/gm) ?? [];
    expect(commands).toHaveLength(2);
    const here = commands
      .join('\n')
      .replace('https://photos.club.example', door.app.url)
      .replace('~/export', folder)
      .replace('club:cup-final/Final', target());
    const env = { KEY: door.key, RCLONE_CONFIG: join(door.folder, 'rclone.conf') };
    expect(await run('sh', ['-ec', here], { env })).toMatchObject({ code: 0 });
    expect(await door.rows()).toContain('page.jpg');
  });

  test('copies odd names: each photo is there once, also after the next run', async () => {
    const folder = join(door.folder, 'odd');
    await mkdir(folder);
    const names = [
      'new\nline.jpg',
      '\x01begins.jpg',
      'Gr\xf6\xdfe.jpg',
      'a\\b.jpg',
      ' space .jpg',
      'x?*:.jpg',
    ];
    for (const [n, name] of names.entries())
      await writeFile(
        Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]),
        await textured(n + 1),
      );
    const before = await door.rows();
    const added = async () => (await door.rows()).filter((name) => !before.includes(name)).sort();
    // It has signs of its own for control characters.
    const readable = [
      'new␊line.jpg',
      '␁begins.jpg',
      'Größe.jpg',
      'a\\b.jpg',
      ' space .jpg',
      'x?*:.jpg',
    ].sort();
    for (const _run of [1, 2]) {
      expect(await rclone(door.app.url, 'copy', folder, target())).toMatchObject({ code: 0 });
      expect(await added()).toEqual(readable);
    }
  });

  test('makes the gallery, and names files that are no photos once', async () => {
    const folder = join(door.folder, 'few');
    await makePhotos(folder, 4, 20_000);
    await run('sh', ['-c', `echo notes > "${folder}/notes.txt"`]);
    // Its second attempt finds the file listed, and is content.
    const { output } = await rclone(door.app.url, 'copy', folder, target('Semi'));
    expect(output.match(/notes\.txt: Failed to copy.*415/g)).toHaveLength(1);
    expect(await rclone(door.app.url, 'copy', folder, target('Semi'))).toEqual({ code: 0, output: '' });
    const made = await door.app.ctx.db
      .selectFrom('gallery')
      .select('id')
      .where('name', '=', 'Semi')
      .execute();
    expect(made).toHaveLength(1);
    const photos = door.app.ctx.db.selectFrom('photo').select('id').where('gallery_id', '=', made[0]!.id);
    expect(await photos.execute()).toHaveLength(4);
  });
});
