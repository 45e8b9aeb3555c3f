/** Who wins, column by column, where several people of a gallery become one. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { winners } from '#server/features/faces/gallery-people/merged-person.ts';
import { createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();

test('each column of the table has a winner', async () => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'person' and table_schema = current_schema()`.execute(app.ctx.db);
  expect(Object.keys(winners).sort()).toEqual(rows.map(({ name }) => name).sort());
});

const flags = [false, true];
const states = flags.flatMap((hidden) =>
  flags.flatMap((chosen) =>
    ['', 'Max'].flatMap((name) =>
      [null, 'nobody_known' as const].map((checked_as) => ({ hidden, chosen, name, checked_as })),
    ),
  ),
);

test('whoever was shown stays shown, a chosen picture and a name stay, and undo brings all back as it was', async () => {
  const editor = await createActor(app, ['photographer']);
  const gallery = await createGallery(app, { event: await createEvent(app, []), createdBy: editor.id });
  const rows = () => app.ctx.db.selectFrom('person').selectAll().orderBy('number').execute();
  const made = [await createPhotoOf(app, gallery, ['a', 'b']), await createPhotoOf(app, gallery, ['a', 'b'])];
  const faces = (['a', 'b'] as const).map((like) => made.map((photo) => photo.faces[like]!));
  await groupByHand(app, gallery, faces);
  const ids = [await personOf(app, faces[0]![0]!), await personOf(app, faces[1]![0]!)];
  for (const [at, first] of states.entries())
    for (const second of states.filter((_, other) => (at + other) % runs(8, 1) === 0)) {
      for (const [i, { hidden, chosen, name, checked_as }] of [first, second].entries())
        await app.ctx.db
          .updateTable('person')
          .set({
            is_hidden: hidden,
            // The picture that the machine would not choose.
            representative_face_id: faces[i]!.toSorted()[chosen ? 1 : 0]!,
            representative_chosen: chosen,
            name: name && `${name}${i}`,
            checked_as,
          })
          .where('id', '=', ids[i]!)
          .execute();
      const before = await rows();
      const said = JSON.stringify([first, second]);
      const merged = await editor.call<{ decision_id: string }>(
        'POST',
        `/facerecognition/faces/${ids[0]}/merge`,
        {
          person_ids: [ids[1]],
        },
      );
      const [kept] = await rows();
      expect(kept, said).toMatchObject({
        id: ids[0],
        number: before[0]!.number,
        name: first.name ? 'Max0' : second.name ? 'Max1' : '',
        is_hidden: first.hidden && second.hidden,
        representative_chosen: first.chosen || second.chosen,
        checked_as: first.checked_as === second.checked_as ? first.checked_as : null,
      });
      if (first.chosen || second.chosen)
        expect(kept!.representative_face_id, said).toBe(before[first.chosen ? 0 : 1]!.representative_face_id);
      await editor.call('POST', `/facerecognition/decisions/${merged.body.data.decision_id}/undo`);
      const after = await rows();
      const asBefore = (row: (typeof before)[number]) =>
        row.representative_chosen ? row : { ...row, representative_face_id: null };
      expect(after.map(asBefore), said).toEqual(before.map(asBefore));
    }
});
