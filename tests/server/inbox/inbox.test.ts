/**
 * The hot folder: what programs leave there, as they were seen to, and what becomes of it.
 * @module-tag long
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { dayMs, minuteMs } from '#server/contract/lifetimes.ts';
import type { Services } from '#server/create-services.ts';
import { newId } from '#server/ids.ts';
import { createInbox, type Inbox } from '#server/inbox/inbox.ts';
import { createLeasedLeadership } from '#server/processes/leadership.ts';
import { startInbox } from '#server/start-inbox.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { textured } from '#tests/support/textured.ts';

const imaging = createImaging({ processes: 1 });
let app: PhotoApp;
let owner: Actor;
let gallery: string;
let dir: string;
let folder: string;
let inbox: Inbox;
let now: number;
let width = 40;

beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(async () => {
  await app.close();
  await imaging.close();
});
beforeEach(async () => {
  owner = await createActor(app, ['photographer']);
  const event = await createEvent(app);
  gallery = await createGallery(app, { event, photographer: owner.id, name: 'Final' });
  dir = await mkdtemp(join(tmpdir(), 'clublens-inbox-'));
  folder = join(dir, `event-${event}`, 'Final');
  now = 1_000_000;
  inbox = open();
  await inbox.look(now);
});
afterEach(async () => {
  app.clock.set(null);
  await rm(dir, { recursive: true, force: true });
});
const open = (decoders: Partial<typeof imaging> = {}) =>
  createInbox(
    { dir, account: owner.username.toUpperCase(), keepDays: 7 },
    { ctx: app.ctx, files: { store: app.store, imaging: { ...imaging, ...decoders }, ...PHOTO_LIMITS } },
  );

const picture = () => {
  width += 1;
  return quarters(width, 60).jpeg().toBuffer();
};
/** Looks again after some seconds. */
const lookIn = (seconds: number) => {
  now += seconds * 1000;
  return inbox.look(now);
};
const takeAll = async () => {
  await lookIn(2);
  await lookIn(6);
};
const photos = async () =>
  (
    await app.ctx.db
      .selectFrom('photo')
      .select('filename')
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute()
  ).map(({ filename }) => filename);
const left = () => readdir(folder);
const aside = (where: 'taken' | 'refused') =>
  readdir(folder.replace(dir, join(dir, where))).catch(() => [] as string[]);

test('folders of the galleries are there, which a group may write to; a file in one becomes a photo', async () => {
  const bytes = await picture();
  await writeFile(join(folder, 'A.jpg'), bytes);
  await lookIn(2);
  await lookIn(4);
  expect(await photos()).toEqual([]);
  await lookIn(2);
  expect(await photos()).toEqual(['A.jpg']);
  expect([await left(), await aside('taken')]).toEqual([[], ['A.jpg']]);
  expect((await app.stock()).temporary).toBe(0);
});

test('the same file again is one photo; another of its name has a number, and both are kept aside', async () => {
  const bytes = await picture();
  await writeFile(join(folder, 'A.jpg'), bytes);
  await takeAll();
  await writeFile(join(folder, 'A.jpg'), bytes);
  await takeAll();
  expect(await photos()).toEqual(['A.jpg']);
  await writeFile(join(folder, 'B.jpg'), bytes);
  await takeAll();
  expect(await photos()).toEqual(['A.jpg']);
  expect(await aside('taken')).toEqual(['A (2).jpg', 'A.jpg', 'B.jpg']);
});

test('the same shot under the same name, edited, replaces the photo', async () => {
  const bytes = await textured(81);
  await writeFile(join(folder, 'A.jpg'), bytes);
  await takeAll();
  await writeFile(join(folder, 'A.jpg'), await sharp(bytes).linear(1.15, 0).jpeg().toBuffer());
  await takeAll();
  await writeFile(join(folder, 'B.jpg'), await textured(82));
  await takeAll();
  await writeFile(join(folder, 'B.jpg'), await textured(83));
  await takeAll();
  expect(await photos()).toEqual(['A.jpg', 'B.jpg', 'B (2).jpg']);
});

test('killed between taking and moving, it is one photo', async () => {
  const bytes = await picture();
  await writeFile(join(folder, 'A.jpg'), bytes);
  await takeAll();
  await writeFile(join(folder, 'A.jpg'), bytes);
  inbox = open();
  await takeAll();
  expect([await photos(), await left()]).toEqual([['A.jpg'], []]);
});

test('some are taken at a time; two spellings of one name one after the other', async () => {
  const bytes = await textured(84);
  let [now, most] = [0, 0];
  inbox = open({
    async makeRenditions(...task) {
      now += 1;
      most = Math.max(most, now);
      return imaging.makeRenditions(...task).finally(() => {
        now -= 1;
      });
    },
  });
  for (const name of ['A.jpg', 'B.jpg', 'C.jpg', 'D.jpg'])
    await writeFile(join(folder, name), await picture());
  await writeFile(join(folder, '\u00dc.jpg'), bytes);
  await writeFile(join(folder, 'U\u0308.jpg'), await sharp(bytes).linear(1.15, 0).jpeg().toBuffer());
  await takeAll();
  expect(most).toBe(3);
  expect((await photos()).sort()).toEqual(['A.jpg', 'B.jpg', 'C.jpg', 'D.jpg', '\u00dc.jpg']);
  expect([await left(), (await aside('taken')).length]).toEqual([[], 6]);
});

describe('a file that another takes the place of while it is taken', () => {
  const shot = async () => {
    const first = await textured(85);
    return { first, edit: await sharp(first).linear(1.15, 0).jpeg().toBuffer() };
  };
  test.each<[string, (shot: { first: Buffer }) => Buffer]>([
    ['a photo', ({ first }) => first],
    ['half a photo that is refused', ({ first }) => first.subarray(0, first.length / 2)],
  ])('%s: the other is taken next', async (_what, before) => {
    const { first, edit } = await shot();
    const path = join(folder, 'A.jpg');
    await writeFile(path, before({ first }));
    let isMoved = false;
    inbox = open({
      async makeRenditions(...task) {
        if (now > 2_000_000 && !isMoved) {
          isMoved = true;
          await writeFile(`${path}.part`, edit);
          await rename(`${path}.part`, path);
        }
        return imaging.makeRenditions(...task);
      },
    });
    await lookIn(2);
    now = 2_000_001;
    await lookIn(0);
    expect([isMoved, await left(), await aside('refused')]).toEqual([true, ['A.jpg'], []]);
    await takeAll();
    expect([await photos(), await left()]).toEqual([['A.jpg'], []]);
    const { sha256 } = await app.ctx.db
      .selectFrom('photo')
      .select('sha256')
      .where('gallery_id', '=', gallery)
      .executeTakeFirstOrThrow();
    expect(sha256.equals(createHash('sha256').update(edit).digest())).toBe(true);
  });
});

describe('two processes with one folder', () => {
  test('that both look, as when one was asleep while it led: there is one photo, and nothing is refused', async () => {
    const both = [inbox, open()];
    const look = () => Promise.all(both.map((each) => each.look(now)));
    for (const name of ['A.jpg', 'B.jpg', 'C.jpg']) await writeFile(join(folder, name), await picture());
    for (const seconds of [2, 6, 40]) {
      now += seconds * 1000;
      await look();
    }
    expect((await photos()).sort()).toEqual(['A.jpg', 'B.jpg', 'C.jpg']);
    expect([await left(), (await aside('taken')).length, await aside('refused')]).toEqual([[], 3, []]);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('the one that leads takes, and the other once that has ended', async () => {
    const taken = [0, 0];
    const leads = [newId(), newId()].map((id) => createLeasedLeadership(app.ctx.db, id));
    const started = await Promise.all(
      leads.map((leadership, n) => {
        const counted: typeof imaging = {
          ...imaging,
          makeRenditions(task, signal) {
            taken[n]! += 1;
            return imaging.makeRenditions(task, signal);
          },
        };
        const faces = {} as Services['files']['faces'];
        const files = { store: app.store, imaging: counted, ...PHOTO_LIMITS, faces };
        return startInbox({ ctx: app.ctx, files, leadership }, { dir, account: owner.username, keepDays: 7 });
      }),
    );
    onTestFinished(async () => {
      for (const { stop } of started) stop();
      for (const lead of leads) await lead.release();
    });
    for (const lead of leads) await lead.renew();
    await writeFile(join(folder, 'A.jpg'), await picture());
    await expect.poll(photos, { timeout: 30_000 }).toEqual(['A.jpg']);
    expect(taken).toEqual([1, 0]);
    await leads[0]!.release();
    await leads[1]!.renew();
    await writeFile(join(folder, 'B.jpg'), await picture());
    await expect.poll(photos, { timeout: 30_000 }).toEqual(['A.jpg', 'B.jpg']);
    await expect.poll(left).toEqual([]);
    expect(taken).toEqual([1, 1]);
  });
});

describe('a file that is not there yet', () => {
  test('grows: it waits until it is the same twice', async () => {
    const bytes = await picture();
    const path = join(folder, 'A.jpg');
    const third = Math.floor(bytes.length / 3);
    await writeFile(path, bytes.subarray(0, third));
    await lookIn(2);
    await appendFile(path, bytes.subarray(third, 2 * third));
    await lookIn(6);
    await appendFile(path, bytes.subarray(2 * third));
    await lookIn(6);
    expect(await photos()).toEqual([]);
    await lookIn(6);
    expect(await photos()).toEqual(['A.jpg']);
  });

  test('has its old time again though it changed: ctime tells', async () => {
    const path = join(folder, 'A.jpg');
    await writeFile(path, Buffer.alloc(500));
    await utimes(path, 1_700_000_000, 1_700_000_000);
    await lookIn(2);
    await writeFile(path, Buffer.alloc(500, 1));
    await utimes(path, 1_700_000_000, 1_700_000_000);
    await lookIn(6);
    expect(await left()).toEqual(['A.jpg']);
  });

  test('is open for writing', async () => {
    const stream = createWriteStream(join(folder, 'A.jpg'));
    await once(stream, 'open');
    stream.write(await picture());
    await takeAll();
    await lookIn(40);
    expect(await photos()).toEqual([]);
    stream.end();
    await once(stream, 'close');
    await lookIn(40);
    expect(await photos()).toEqual(['A.jpg']);
  });

  test('is half of a photo dated 1970, as rsync leaves it', async () => {
    const path = join(folder, 'A.jpg');
    await writeFile(path, await picture());
    await utimes(path, 0, 0);
    await takeAll();
    await lookIn(1_000);
    expect([await photos(), await left()]).toEqual([[], ['A.jpg']]);
  });

  test('is half a photo: it waits ten minutes, and the whole one is taken', async () => {
    const bytes = await picture();
    const path = join(folder, 'A.jpg');
    await writeFile(path, bytes.subarray(0, bytes.length - 40));
    await takeAll();
    await lookIn(300);
    expect([await photos(), await left()]).toEqual([[], ['A.jpg']]);
    await writeFile(path, bytes);
    await takeAll();
    expect(await photos()).toEqual(['A.jpg']);
  });
});

test('what stays unreadable goes aside after ten minutes', async () => {
  await writeFile(join(folder, 'A.jpg'), 'no photo');
  await writeFile(join(folder, 'empty.jpg'), '');
  await takeAll();
  await lookIn(560);
  expect(await left()).toEqual(['A.jpg', 'empty.jpg']);
  await lookIn(60);
  expect([await left(), await aside('refused')]).toEqual([[], ['A.jpg', 'empty.jpg']]);
});

test.each(['.A.jpg.x7Yz', '._A.jpg', '~A.tmp', 'A.jpg.part', 'Thumbs.db', '.in.A.jpg'])(
  '%s is left alone',
  async (name) => {
    await writeFile(join(folder, name), await picture());
    await takeAll();
    await lookIn(1_000);
    expect([await photos(), await left()]).toEqual([[], [name]]);
  },
);

test('a file under its final name after writing is taken', async () => {
  await writeFile(join(folder, '.A.jpg.x7Yz'), await picture());
  await lookIn(2);
  await rename(join(folder, '.A.jpg.x7Yz'), join(folder, 'A.jpg'));
  await takeAll();
  expect(await photos()).toEqual(['A.jpg']);
});

test('links lead nowhere: to a file, or as a folder', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'clublens-outside-'));
  await writeFile(join(outside, 'secret.jpg'), await picture());
  await symlink(join(outside, 'secret.jpg'), join(folder, 'A.jpg'));
  const other = await createEvent(app);
  await createGallery(app, { event: other, photographer: owner.id, name: 'Linked' });
  await mkdir(join(dir, `event-${other}`), { recursive: true });
  await symlink(outside, join(dir, `event-${other}`, 'Linked'));
  await takeAll();
  await lookIn(1_000);
  expect(
    await app.ctx.db.selectFrom('photo').select('id').where('filename', '=', 'secret.jpg').execute(),
  ).toEqual([]);
  expect(await readFile(join(outside, 'secret.jpg'))).toBeTruthy();
  await rm(outside, { recursive: true });
});

test('folders of no gallery, and of one of somebody else, are left alone', async () => {
  const event = await createEvent(app);
  await createGallery(app, { event, visibility: 'public', name: 'Of others' });
  for (const path of [join(dir, 'none', 'Final'), join(dir, `event-${event}`, 'Of others')]) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'A.jpg'), await picture());
  }
  await takeAll();
  await lookIn(1_000);
  expect(await readdir(join(dir, 'none', 'Final'))).toEqual(['A.jpg']);
  expect(await readdir(join(dir, `event-${event}`, 'Of others'))).toEqual(['A.jpg']);
});

describe('names', () => {
  const bytesOf = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);

  test.each<[string, string, string]>([
    ['of an old FTP client', 'Gr\xf6\xdfe.jpg', 'Größe.jpg'],
    ['of no writing system', '\xff\xfe\x81.jpg', 'ÿþ-.jpg'],
    ['with a new line', 'A\nB.jpg', 'A-B.jpg'],
    ['that begins with a control character', '\x01.jpg', '-.jpg'],
    ['of control characters alone', '\x1b\x7f', '--'],
    ['cut within a sign', 'Gr\xc3.jpg', 'GrÃ.jpg'],
  ])('%s are readable in the gallery and aside', async (_what, name, readable) => {
    await writeFile(bytesOf(name), await picture());
    await takeAll();
    expect([await photos(), await left(), await aside('taken')]).toEqual([[readable], [], [readable]]);
    await writeFile(bytesOf(name), 'no photo');
    await takeAll();
    await lookIn(620);
    expect([await left(), await aside('refused')]).toEqual([[], [readable]]);
  });

  test('that are read as one are two photos', async () => {
    const files = [await textured(86), await textured(87)];
    for (const [n, name] of ['\xfc.jpg', '\xc3\xbc.jpg'].entries()) await writeFile(bytesOf(name), files[n]!);
    await takeAll();
    expect([await photos(), await left()]).toEqual([['ü.jpg', 'ü (2).jpg'], []]);
  });

  test('of a folder that an old FTP client made', async () => {
    const event = await createEvent(app);
    const made = await createGallery(app, { event, photographer: owner.id, name: 'Größe' });
    const place = Buffer.from(`${dir}/event-${event}/Gr\xf6\xdfe`, 'latin1');
    await mkdir(place, { recursive: true });
    await writeFile(Buffer.concat([place, Buffer.from('/A.jpg')]), await picture());
    await takeAll();
    const rows = await app.ctx.db.selectFrom('photo').select('id').where('gallery_id', '=', made).execute();
    expect(rows).toHaveLength(1);
  });

  test('as long as they can be lie aside, too', async () => {
    const name = `${'x'.repeat(251)}.jpg`;
    for (const shot of [88, 89]) {
      await writeFile(join(folder, name), await textured(shot));
      await takeAll();
    }
    await writeFile(bytesOf(`${'\xfc'.repeat(251)}.jpg`), await textured(90));
    await takeAll();
    expect([(await photos()).length, await left(), (await aside('taken')).length]).toEqual([3, [], 3]);
  });
});

test('what lies beside the folders of galleries is told once, and left', async () => {
  const warn = vi.spyOn(app.ctx.log, 'warn').mockReturnValue(undefined);
  onTestFinished(() => warn.mockRestore());
  for (const name of ['CARD', '.~tmp~']) await mkdir(join(folder, name));
  await writeFile(join(folder, '.~tmp~', 'half.jpg'), await picture());
  const misplaced = [join(dir, 'A.jpg'), join(folder, '..', 'B.jpg'), join(folder, 'CARD', 'C.jpg')];
  for (const path of misplaced) await writeFile(path, await picture());
  await takeAll();
  await takeAll();
  const event = basename(dirname(folder));
  expect(warn.mock.calls.map(([said]) => said)).toEqual([
    { misplaced: '.' },
    { misplaced: event },
    { misplaced: `${event}/Final/CARD` },
  ]);
  expect(await photos()).toEqual([]);
});

test('an account that is gone takes nothing', async () => {
  await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', owner.id).execute();
  await writeFile(join(folder, 'A.jpg'), await picture());
  await takeAll();
  expect([await photos(), await left()]).toEqual([[], ['A.jpg']]);
});

test('taken files go after a week', async () => {
  await writeFile(join(folder, 'A.jpg'), await picture());
  await takeAll();
  app.clock.set(new Date(Date.now() + 7 * dayMs - minuteMs));
  await lookIn(70);
  expect(await aside('taken')).toEqual(['A.jpg']);
  app.clock.set(new Date(Date.now() + 7 * dayMs + minuteMs));
  await lookIn(70);
  expect(await aside('taken')).toEqual([]);
});
