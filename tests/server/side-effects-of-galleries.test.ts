/** @module-tag long */
import { expect, test } from 'vitest';
import { addMember, caller, createActor, createClub, createEvent } from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { createGuestPhotos, newGuest } from '#tests/support/guests.ts';
import { recordSideEffects } from '#tests/support/side-effects.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const { sideEffects, note } = recordSideEffects(app);

type Made = { id: string };
type Decided = { person_id: string; decision_id: string };

test('galleries, photos, links and people', async () => {
  const admin = await createActor(app, ['admin']);
  const owner = await createActor(app, ['photographer']);
  const [guest, friend, gone] = [await createActor(app), await createActor(app), await createActor(app)];
  const [home, away] = [await createClub(app), await createClub(app)];
  for (const actor of [owner, guest, friend, gone]) await addMember(app, home, actor.id);
  await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.id).execute();
  const event = await createEvent(app, [home]);
  const create = (fields: object = {}) =>
    owner.call<Made>('POST', '/galleries', {
      name: 'G',
      event_id: event,
      photographer_id: owner.id,
      club_ids: [away],
      ...fields,
    });
  const beside = (await create()).body.data.id;
  const { id } = await note('create a gallery', () => create());
  await note('create a private one', () => create({ visibility: 'private', club_ids: [] }));
  const at = `/galleries/${id}`;
  const users = [guest.id, friend.id];
  await owner.call('POST', `/galleries/${beside}/access`, { club_ids: [away], user_ids: users });
  await note('let users in', () => owner.call('POST', `${at}/access`, { club_ids: [away], user_ids: users }));
  await note('name the clubs only', () => owner.call('POST', `${at}/access`, { club_ids: [] }));
  await note('rename a gallery', () => owner.call('PUT', at, { name: 'H' }));
  await note('change a gallery', () => owner.call('PUT', at, { name: 'H', club_ids: [away] }));

  const photos = [
    await createPhotoOf(app, id, ['anna', 'ben']),
    await createPhotoOf(app, id, ['anna']),
    await createPhotoOf(app, id, ['ben', 'zoe']),
    await createPhotoOf(app, id, ['anna']),
  ];
  const strange = await createPhotoOf(app, beside, ['anna', 'ben']);
  await groupByHand(app, beside, [[strange.faces.anna!], [strange.faces.ben!]]);
  await groupByHand(
    app,
    id,
    ['anna', 'ben', 'zoe'].map((name) => photos.flatMap(({ faces }) => faces[name] ?? [])),
  );
  await note('set the cover', () => owner.call('PUT', at, { cover_photo_id: photos[0]!.photo }));
  await note('make the pictures anew', () =>
    owner.call('POST', `/photos/gallery/${id}/regenerate-thumbnails`),
  );
  await note('choose photos to save', () =>
    guest.call('POST', `${at}/download`, { photo_ids: [photos[0]!.photo, strange.photo] }),
  );

  await owner.call('POST', `/galleries/${beside}/links`, {});
  await owner.call('POST', `${at}/links`, {});
  const link = await note('create a link', () =>
    owner.call<Made & { token: string }>('POST', `${at}/links`, {}),
  );
  await note('open a link', () => caller(app.url)('GET', `/galleries/shared/${link.token}`));
  await note('look through it', () => caller(app.url)('GET', `/galleries/shared/${link.token}/photos`));
  await note('change a link', () => owner.call('PUT', `/galleries/links/${link.id}`, { is_active: false }));
  await note('delete a link', () => owner.call('DELETE', `/galleries/links/${link.id}`));

  const collects = { collects: true };
  const otherLink = (await owner.call<Made>('POST', `/galleries/${beside}/links`, collects)).body.data.id;
  await createGuestPhotos(app, { gallery: beside, link: otherLink }, 2);
  const collecting = await note('create a link that collects photos', () =>
    owner.call<Made & { token: string }>('POST', `${at}/links`, collects),
  );
  const sender = newGuest(collecting);
  const sent = { gallery: id, link: collecting.id, key: sender.key };
  const [wanted, unwanted, withdrawn] = await createGuestPhotos(app, sent, 4);
  const shared = `/galleries/shared/${collecting.token}`;
  const guest_key = sender.key;
  await note('open a link that collects photos', () => caller(app.url)('GET', `${shared}/collect`));
  await note('look at what one sent', () => caller(app.url)('POST', `${shared}/guest-photos`, { guest_key }));
  await note('look at what waits', () => owner.call('GET', `${at}/guest-photos`));
  await note('take a photo back that one sent', () =>
    caller(app.url)('POST', `${shared}/guest-photos/${withdrawn}/withdraw`, { guest_key }),
  );
  await note('decline a photo of a guest', () =>
    owner.call('POST', `${at}/guest-photos/decline`, { guest_photo_ids: [unwanted] }),
  );
  const accepted = await note('accept a photo of a guest', () =>
    owner.call('POST', `${at}/guest-photos/accept`, { guest_photo_ids: [wanted] }),
  );
  expect(accepted).toEqual({ accepted: 1, duplicates: 0 });

  const people = async (gallery = id) =>
    (await owner.call<{ faces: Made[] }>('GET', `/facerecognition/galleries/${gallery}/faces`)).body.data
      .faces;
  const [anna, ben, zoe] = (await people()) as [Made, Made, Made];
  const [stranger] = (await people(beside)) as [Made];
  const decide = (name: string, path: string, body: object, method = 'POST') =>
    note(name, () => owner.call<Decided>(method, `/facerecognition/${path}`, body));
  await decide('name', `faces/${anna.id}`, { name: 'Anna' }, 'PUT');
  await decide('hide', `faces/${zoe.id}/hide`, { hidden: true });
  await decide('nobody we know', `galleries/${id}/checked-people`, {
    person_ids: [zoe.id],
    checked_as: 'nobody_known',
  });
  for (const asked of [true, false])
    await note(asked ? 'ask the club who it is' : 'take the question back', () =>
      owner.call('POST', `${at}/asked-people`, { person_ids: [ben.id], asked }),
    );
  await note('leave photos out', () =>
    owner.call('POST', `${at}/kept-inside`, { person_id: zoe.id, kept: true }),
  );
  await note('show photos again', () =>
    owner.call('POST', `${at}/kept-inside`, { photo_ids: [photos[2]!.photo], kept: false }),
  );
  await decide('choose the picture', `faces/${anna.id}/representative`, { face_id: photos[1]!.faces.anna });
  await decide('keep apart', `faces/${anna.id}/keep-apart`, { second_id: ben.id });
  await decide('not this person', `faces/${anna.id}/reject`, { face_ids: [photos[3]!.faces.anna] });
  await decide('move', `galleries/${id}/move-faces`, {
    face_ids: [photos[3]!.faces.anna],
    person_id: ben.id,
  });
  await decide('split off', `galleries/${id}/move-faces`, { face_ids: [photos[0]!.faces.ben] });
  const merge = await decide('merge', `faces/${anna.id}/merge`, { person_ids: [ben.id] });
  await decide('undo the merge', `decisions/${merge.decision_id}/undo`, {});
  for (const [path, body] of [
    [`faces/${anna.id}/merge`, { person_ids: [stranger.id] }],
    [`faces/${anna.id}/keep-apart`, { second_id: stranger.id }],
    [`faces/${anna.id}/reject`, { face_ids: [strange.faces.anna] }],
    [`galleries/${id}/move-faces`, { face_ids: [photos[0]!.faces.anna], person_id: stranger.id }],
  ] as const)
    expect((await owner.call('POST', `/facerecognition/${path}`, body)).body.code).toBe(
      'people_other_gallery',
    );
  expect(
    (
      await owner.call('POST', `/facerecognition/faces/${anna.id}/representative`, {
        face_id: photos[2]!.faces.ben,
      })
    ).body.code,
  ).toBe('face_not_found');

  expect((await owner.call('GET', `/facerecognition/galleries/${beside}/history`)).body.data).toEqual({
    decisions: [],
    total: 0,
  });

  const console = '/facerecognition/admin';
  await app.ctx.db.updateTable('gallery').set({ clustering_stamp: 'grouped' }).execute();
  await note('recognise a gallery again', () => admin.call('POST', `${console}/galleries/${id}/reprocess`));
  const failed = [photos[0]!.photo, strange.photo];
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'failed' })
    .where('photo_id', 'in', failed)
    .execute();
  await note('try a photo again', () => admin.call('POST', `${console}/jobs/${failed[0]}/retry`));
  await note('another threshold', () => admin.call('PUT', `${console}/settings`, { match_threshold: 0.05 }));

  await note('delete a photo', () => owner.call('DELETE', `/photos/${photos[0]!.photo}`));
  await note('delete photos', () =>
    owner.call('POST', '/photos/bulk-delete', { photo_ids: [photos[1]!.photo, photos[2]!.photo] }),
  );
  await note('restore a photo', () =>
    owner.call('POST', `${at}/deleted-photos/restore`, { photo_ids: [photos[0]!.photo] }),
  );
  await note('delete photos for good', () =>
    owner.call('POST', `${at}/deleted-photos/purge`, { photo_ids: [photos[1]!.photo] }),
  );
  await note('delete a gallery', () => owner.call('DELETE', at));
  await note('restore a gallery', () => owner.call('POST', `${at}/restore`, {}));
  await owner.call('DELETE', at);
  await note('delete a gallery for good', () => owner.call('POST', `${at}/purge`, {}));
  expect(sideEffects).toMatchInlineSnapshot(`
    [
      "create a gallery: +1 gallery_club, +2 notification, +1 stored_gallery, tells user of notification x2",
      "create a private one: +1 stored_gallery",
      "let users in: +2 gallery_user, tells gallery of photos",
      "name the clubs only: -1 gallery_club, tells gallery of photos",
      "rename a gallery: ~1 stored_gallery, tells gallery of photos",
      "change a gallery: +1 gallery_club, ~1 stored_gallery, tells gallery of photos",
      "set the cover: ~1 stored_gallery, tells gallery of photos",
      "make the pictures anew: job regenerate-renditions x4",
      "choose photos to save: +1 download_selection",
      "create a link: +1 audit_entry, +1 share_link",
      "open a link: ~1 share_link",
      "look through it: nothing",
      "change a link: +1 audit_entry, ~1 share_link",
      "delete a link: +1 audit_entry, -1 share_link",
      "create a link that collects photos: +1 audit_entry, +1 share_link",
      "open a link that collects photos: ~1 share_link",
      "look at what one sent: nothing",
      "look at what waits: nothing",
      "take a photo back that one sent: -1 guest_photo, job remove-files (7), tells gallery of guest_photos",
      "decline a photo of a guest: +1 audit_entry, +4 blocked_picture, -1 guest_photo, job remove-files (7), tells gallery of guest_photos",
      "accept a photo of a guest: +1 accepted_guest_photo, +1 audit_entry, ~1 gallery_storage, -1 guest_photo, +1 photo, +1 photo_analysis, +1 uploader_storage, job analyse-photo, tells gallery of photos",
      "name: +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "hide: +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "nobody we know: +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "ask the club who it is: +2 asked_face, +1 notification, tells user of notification, tells gallery of people",
      "take the question back: -2 asked_face, ~1 notification, tells user of notification, tells gallery of people",
      "leave photos out: +1 audit_entry, ~1 photo, tells gallery of people",
      "show photos again: +1 audit_entry, ~1 photo, tells gallery of people",
      "choose the picture: ~1 assignment, +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "keep apart: +1 kept_apart, +1 people_decision, job cluster-gallery, tells gallery of people",
      "not this person: -1 assignment, +1 people_decision, +1 rejection, job cluster-gallery, tells gallery of people",
      "move: +1 assignment, +1 people_decision, job cluster-gallery, tells gallery of people",
      "split off: ~1 assignment, +1 kept_apart, +1 people_decision, +1 person, ~1 person, job cluster-gallery, tells gallery of people",
      "merge: ~2 assignment, +1 kept_apart, -2 kept_apart, +1 people_decision, -1 person, -1 rejection, job cluster-gallery, tells gallery of people",
      "undo the merge: ~2 assignment, +2 kept_apart, -1 kept_apart, ~1 people_decision, +1 person, +1 rejection, job cluster-gallery, tells gallery of people",
      "recognise a gallery again: +1 audit_entry, ~5 photo_analysis, ~1 stored_gallery, job analyse-photo x5, tells gallery of progress",
      "try a photo again: ~1 photo_analysis, job analyse-photo",
      "another threshold: +1 audit_entry, +1 face_setting, job cluster-gallery x3",
      "delete a photo: -2 assignment, +1 deleted_photo, -2 face, ~1 person, -1 photo, -1 photo_analysis, ~1 stored_gallery, job cluster-gallery, tells gallery of photos",
      "delete photos: -3 assignment, +2 deleted_photo, -3 face, ~3 person, -2 photo, -2 photo_analysis, job cluster-gallery, tells gallery of photos",
      "restore a photo: +2 assignment, -1 deleted_photo, +2 face, ~1 person, +1 photo, +1 photo_analysis, ~1 stored_gallery, job analyse-photo, tells gallery of photos",
      "delete photos for good: -1 deleted_photo, ~1 gallery_storage, job remove-files (7), job cluster-gallery, tells gallery of photos",
      "delete a gallery: -1 accepted_guest_photo, -3 assignment, +1 audit_entry, +3 deleted_photo, -3 face, ~1 person, -3 photo, -3 photo_analysis, -1 rejection, ~2 share_link, ~1 stored_gallery, tells gallery of photos",
      "restore a gallery: +1 accepted_guest_photo, +3 assignment, +1 audit_entry, -3 deleted_photo, +3 face, ~1 person, +3 photo, +3 photo_analysis, +1 rejection, ~1 stored_gallery, job analyse-photo x3, tells gallery of photos",
      "delete a gallery for good: +1 audit_entry, -4 deleted_photo, -1 download_selection, -1 gallery_club, -1 gallery_storage, -2 gallery_user, -1 guest_photo, -2 kept_apart, -9 people_decision, -4 person, -2 share_link, -1 stored_gallery, -1 uploader_storage, job remove-files (35)",
    ]
  `);
});
