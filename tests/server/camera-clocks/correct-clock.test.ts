import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { CameraClocks } from '#server/contract/schemas/camera-clocks.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { createMetadataReading } from '#server/features/galleries/photos/reread-metadata.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { exifSegment, tiffBlock, withSegments } from '#tests/support/exif.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let reader: Actor;
let gallery: string;
let editor: Actor;
const imaging = createImaging({ processes: 1 });
const LATE = 3612;
const KICK_OFF = Date.parse('2026-05-17T13:00:00Z');

/** Both cameras see 20 scenes of 3 people; the clock of B is behind. */
beforeAll(async () => {
  app = await startPhotoApp();
  editor = app.photographer;
  reader = await createActor(app);
  const club = await createClub(app);
  for (const { id } of [reader, editor]) await addMember(app, club, id);
  const event = await createEvent(app, [club]);
  const { id } = editor;
  gallery = await createGallery(app, {
    event,
    createdBy: id,
    photographer: id,
    visibility: 'club_restricted',
  });
  const groups = new Map<string, string[]>();
  for (let scene = 0; scene < 20; scene += 1)
    for (const camera of ['A', 'B']) {
      const people = [`p${scene % 7}`, `q${scene % 5}`, `r${scene % 3}`];
      const { photo, faces } = await createPhotoOf(app, gallery, people);
      for (const name of people) groups.set(name, [...(groups.get(name) ?? []), faces[name]!]);
      const at = KICK_OFF + scene * 240_000 + (camera === 'B' ? 5_000 - LATE * 1000 : 0);
      await take(photo, camera, new Date(at));
    }
  await groupByHand(app, gallery, [...groups.values()]);
}, 120_000);
afterAll(async () => {
  await imaging.close();
  await app.close();
});

const take = (id: string, camera: string, at: Date) =>
  app.ctx.db
    .updateTable('photo')
    .set({ camera, taken_at: at, taken_at_local: at.toISOString().slice(0, -1), taken_at_offset: 0 })
    .where('id', '=', id)
    .execute();
const path = () => `/galleries/${gallery}/camera-clocks`;
const clocks = async () => (await editor.call<CameraClocks>('GET', path())).body.data;
const listed = async () => {
  const { body } = await editor.call<{ photos: Photo[] }>('GET', `/photos/gallery/${gallery}?limit=100`);
  return body.data.photos;
};
async function camerasInOrder(): Promise<string> {
  const rows = await app.ctx.db.selectFrom('photo').select(['id', 'camera']).execute();
  const cameras = new Map(rows.map(({ id, camera }) => [id, camera]));
  return (await listed()).map(({ id }) => cameras.get(id)).join('');
}

test('editors are asked once about a clock that is behind, photos follow the answer, and it can be undone', async () => {
  expect((await reader.call('GET', path())).status).toBe(403);
  const described = async (by: Actor) =>
    (await by.call<{ has_cameras: boolean }>('GET', `/galleries/${gallery}`)).body.data.has_cameras;
  expect([await described(editor), await described(reader)]).toEqual([true, false]);
  const { question, corrected } = await clocks();
  expect(question).toMatchObject({ camera: 'B', reference: 'A' });
  expect(Math.abs(question!.late_by_s - LATE)).toBeLessThanOrEqual(6);
  expect(corrected).toEqual([]);
  expect(await camerasInOrder()).toMatch(/^B{15}/);
  const files = async () =>
    (await app.ctx.db.selectFrom('photo').select('sha256').orderBy('id').execute()).map(String);
  const before = [await listed(), await files()];

  const answer = { question, wrong: 'camera' };
  const other = { ...question!, late_by_s: question!.late_by_s + 60 };
  expect((await editor.call('POST', path(), { ...answer, question: other })).status).toBe(409);
  expect((await reader.call('POST', path(), answer)).status).toBe(403);
  const saved = await editor.call<CameraClocks>('POST', path(), answer);
  expect(saved.body.data).toEqual({
    question: null,
    corrected: [{ camera: 'B', late_by_s: question!.late_by_s }],
  });
  // What the clocks show to some seconds.
  expect(await camerasInOrder()).toMatch(/^(?:AB|BA){20}$/);
  const [first, second] = await listed();
  expect(Math.abs(Date.parse(second!.taken_at!) - Date.parse(first!.taken_at!))).toBeLessThan(12_000);
  expect(second!.taken_at_local).toMatch(/^2026-05-17T1[23]:(?:59|00):/);
  expect((await editor.call('POST', path(), answer)).status).toBe(409);

  await editor.call('POST', `${path()}/undo`, { camera: 'B' });
  expect([await listed(), await files()]).toEqual(before);
  expect(await clocks()).toEqual({ question: null, corrected: [] });
});

test('photos that come later follow, and those that are read again or restored', async () => {
  await app.ctx.db
    .updateTable('camera_clock')
    .set({ is_applied: true, late_by_s: 3600, camera: 'Canon EOS R6 · 4711' })
    .execute();
  const exif = tiffBlock({
    ifd0: [
      { tag: 0x010f, text: 'Canon' },
      { tag: 0x0110, text: 'Canon EOS R6' },
    ],
    exif: [
      { tag: 0x9003, text: '2026:05:17 12:00:00' },
      { tag: 0x9011, text: '+00:00' },
      { tag: 0xa431, text: '0012344711' },
    ],
  });
  const file = withSegments(await quarters(80, 50).jpeg().toBuffer(), [exifSegment(exif)]);
  const { id } = (await app.send(file, { gallery })).body.data;
  const taken = async () => {
    const { taken_at, taken_at_local } = (await listed()).find((photo) => photo.id === id)!;
    return [taken_at, taken_at_local];
  };
  const corrected = ['2026-05-17T13:00:00.000Z', '2026-05-17T13:00:00.000'];
  expect(await taken()).toEqual(corrected);
  await app.ctx.db.updateTable('photo').set({ metadata_revision: 0 }).where('id', '=', id).execute();
  await createMetadataReading({ ...app.ctx, store: app.store, imaging, ...PHOTO_LIMITS })();
  expect(await taken()).toEqual(corrected);
  await editor.call('DELETE', `/photos/${id}`);
  await app.ctx.db.updateTable('camera_clock').set({ is_applied: false }).execute();
  await editor.call('POST', `/galleries/${gallery}/deleted-photos/restore`, { photo_ids: [id] });
  expect(await taken()).toEqual(['2026-05-17T12:00:00.000Z', '2026-05-17T12:00:00.000']);
});
