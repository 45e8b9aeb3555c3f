/**
 * What was said against a picture holds for it whatever way it comes into a gallery of the same clubs again.
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, serverLifetimes } from '#server/contract/lifetimes.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { removeOldBlocks } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/club-people.ts';
import { exifSegment, tiffBlock, withSegments } from '#tests/support/exif.ts';
import { groupByHand, personOf } from '#tests/support/faces.ts';
import { uploadStriped } from '#tests/support/faces-in-stripes.ts';
import { guestsOf, newGuest } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let owner: Actor;
let member: Actor;
let club: string;
let gallery: string;
let bytes: Buffer;

beforeAll(async () => {
  app = await startPhotoApp();
  owner = app.photographer;
});
afterAll(() => app.close());
world(async () => {
  club = await createClub(app);
  member = await createActor(app);
  for (const { id } of [owner, member]) await addMember(app, club, id);
  gallery = await newGallery();
  bytes = await quarters(100, 80).jpeg().toBuffer();
  return app;
});

const newGallery = async (clubs = [club], event?: string) => {
  const id = await createGallery(app, {
    event: event ?? (await createEvent(app, clubs)),
    photographer: owner.id,
    createdBy: owner.id,
  });
  links.set(id, (await owner.call<ShareLink>('POST', `/galleries/${id}/links`, {})).body.data);
  return id;
};
const links = new Map<string, ShareLink>();
const linkOf = (id: string) => links.get(id)!;
const send = async (file = bytes, into = gallery) => (await app.send(file, { gallery: into })).body.data;
/** The ids that visitors and members are shown. */
const shown = async (id = gallery) => {
  const { token } = linkOf(id);
  const read = async (path: string, who?: Actor) => {
    const { body } = await caller(app.url, who?.token)<{ photos: { id: string }[] }>('GET', path);
    return body.data.photos.map((photo) => photo.id);
  };
  return {
    visitors: await read(`/galleries/shared/${token}/photos`),
    members: await read(`/photos/gallery/${id}`, member),
  };
};
const requests = async (id = gallery) =>
  (await owner.call<{ takedowns: Takedown[] }>('GET', `/galleries/${id}/takedowns`)).body.data.takedowns;
const decide = (id: string, decision: 'granted' | 'declined', of = gallery) =>
  owner.call('POST', `/galleries/${of}/takedowns/${id}/decide`, { decision, answer: 'So be it.' });
const keep = (photo: string, kept: boolean | null, of = gallery) =>
  owner.call('POST', `/galleries/${of}/kept-inside`, { photo_ids: [photo], kept });
const remove = (photo: string) => owner.call('DELETE', `/photos/${photo}`);
const blocks = async () => (await app.ctx.db.selectFrom('blocked_picture').selectAll().execute()).length;

/** Each no about a picture, and who must not see it afterwards. */
const noes = {
  'a request of a member': {
    by: async (id: string) => void (await member.call('POST', `/photos/${id}/takedown`, {})),
    hides: true,
  },
  'a request by link': {
    by: async (id: string) => {
      const { token } = linkOf(gallery);
      await caller(app.url)('POST', `/galleries/shared/${token}/photos/${id}/takedown`, {});
    },
    hides: true,
  },
  'a request that was granted': {
    by: async (id: string) => {
      await member.call('POST', `/photos/${id}/takedown`, {});
      await decide((await requests())[0]!.id, 'granted');
    },
    hides: true,
  },
  'hidden by who decides': {
    by: async (id: string) => void (await owner.call('POST', `/photos/${id}/hide`)),
    hides: true,
  },
  'left out by hand': { by: async (id: string) => void (await keep(id, true)), hides: false },
} as const;

/** Each way in which the picture comes again; answers what came, and where. */
const ways = {
  'deleted and sent again': async (first: string) => {
    await remove(first);
    return { at: gallery, ...(await send()) };
  },
  'deleted for good and sent again': async (first: string) => {
    await remove(first);
    await owner.call('POST', `/galleries/${gallery}/deleted-photos/purge`, {});
    return { at: gallery, ...(await send()) };
  },
  'deleted and sent in parts': async (first: string) => {
    await remove(first);
    return { at: gallery, ...(await sendInParts()) };
  },
  'deleted and sent with other metadata': async (first: string) => {
    await remove(first);
    return { at: gallery, ...(await send(withOtherMetadata())) };
  },
  'sent with other metadata beside it': async () => ({ at: gallery, ...(await send(withOtherMetadata())) }),
  'sent to another gallery of the club': async () => {
    const at = await newGallery();
    return { at, ...(await send(bytes, at)) };
  },
  'deleted and sent to another gallery of the club': async (first: string) => {
    await remove(first);
    const at = await newGallery();
    return { at, ...(await send(withOtherMetadata(), at)) };
  },
  'sent again after the gallery was deleted': async () => {
    await owner.call('DELETE', `/galleries/${gallery}`);
    const at = await newGallery();
    return { at, ...(await send(bytes, at)) };
  },
  'sent by a guest and accepted': async (first: string) => {
    await remove(first);
    return { at: gallery, ...(await acceptFromGuest(gallery)) };
  },
} satisfies Record<string, (first: string) => Promise<{ at: string; id: string; held?: true | undefined }>>;

/** By the tus protocol, in one part. */
async function sendInParts(): Promise<{ id: string; held?: true | undefined }> {
  const headers = { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0' };
  const coded = (text: string) => Buffer.from(text).toString('base64');
  const begun = await fetch(`${app.url}/api/photos/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `gallery_id ${coded(gallery)},filename ${coded('again.jpg')}`,
    },
  });
  const done = await fetch(new URL(begun.headers.get('location')!, app.url), {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  });
  return ((await done.json()) as { data: { id: string; held?: true | undefined } }).data;
}

const withOtherMetadata = () =>
  withSegments(bytes, [exifSegment(tiffBlock({ ifd0: [{ tag: 0x01_0e, text: 'Cup final' }] }))]);

async function acceptFromGuest(at: string) {
  const guest = newGuest(await guestsOf(app).createLink(at));
  const sent = await guestsOf(app).send(guest, bytes);
  const id = sent.body.data!.id;
  const { body } = await owner.call<{ held?: number }>('POST', `/galleries/${at}/guest-photos/accept`, {
    guest_photo_ids: [id],
  });
  return { id, held: body.data.held === 1 ? (true as const) : undefined };
}

/** By `npm run test:full` a third of the pairs, in which each no and each way stands. */
const waysAfter = (no: string) =>
  Object.entries(ways).filter((_, way) => (Object.keys(noes).indexOf(no) + way) % runs(3, 1) === 0);

describe.each(Object.entries(noes))('after %s', (no, { by, hides }) => {
  test.each(waysAfter(no))('the picture %s waits for those who decide', async (_way, again) => {
    const first = await send();
    expect(first.held).toBeUndefined();
    await by(first.id);
    const { at, id, held } = await again(first.id);
    expect(held).toBe(true);
    const now = await shown(at);
    expect([now.visitors.includes(id), now.members.includes(id)]).toEqual([false, !hides]);
    if (!hides) {
      await keep(id, null, at);
      expect((await shown(at)).visitors).toContain(id);
      return;
    }
    const [request] = (await requests(at)).filter(({ photo }) => photo.id === id);
    expect(request).toMatchObject({ cause: 'again', decided: null, asked_by: null, reason: '' });
    const { body } = await owner.call<{ notifications: { kind: string; href: string }[] }>(
      'GET',
      '/notifications',
    );
    expect(body.data.notifications.map(({ href }) => href)).toContain(`/gallery/${at}/takedowns`);
    await decide(request!.id, 'declined', at);
    expect((await shown(at)).members).toContain(id);
  });
});

describe('a declined photo of a guest', () => {
  const decline = async () => {
    const guest = newGuest(await guestsOf(app).createLink(gallery));
    const { body } = await guestsOf(app).send(guest, bytes);
    await owner.call('POST', `/galleries/${gallery}/guest-photos/decline`, {
      guest_photo_ids: [body.data!.id],
    });
  };

  test.each(['here', 'in another gallery'])('waits when it is sent by an account %s', async (where) => {
    await decline();
    const at = where === 'here' ? gallery : await newGallery();
    for (const file of [bytes, withOtherMetadata()]) {
      const { id, held } = await send(file, at);
      expect(held).toBe(true);
      const now = await shown(at);
      expect([...now.visitors, ...now.members]).not.toContain(id);
    }
  });

  test('waits for no second answer when it is accepted', async () => {
    await decline();
    const { id, held } = await acceptFromGuest(gallery);
    expect(held).toBeUndefined();
    expect((await shown()).visitors).toEqual([id]);
    expect(await blocks()).toBe(0);
  });
});

describe('a deleted photo that is restored', () => {
  const restore = () =>
    owner.call<{ held?: number }>('POST', `/galleries/${gallery}/deleted-photos/restore`, {});

  test('is hidden where the picture was hidden meanwhile', async () => {
    const first = await send();
    await remove(first.id);
    const second = await send();
    await member.call('POST', `/photos/${second.id}/takedown`, {});
    await remove(second.id);
    expect((await restore()).body.data.held).toBe(1);
    expect(await shown()).toEqual({ visitors: [], members: [] });
  });

  test('is left out as before', async () => {
    const first = await send();
    await keep(first.id, true);
    await remove(first.id);
    await restore();
    expect((await shown()).visitors).toEqual([]);
  });
});

describe('what is kept', () => {
  test('is nothing of photos that nobody said no to', async () => {
    await remove((await send()).id);
    expect(await blocks()).toBe(0);
    expect((await send()).held).toBeUndefined();
  });

  test('holds hashes with the key of the installation alone', async () => {
    const first = await send();
    await keep(first.id, true);
    const { sha256, pixel_sha256 } = await app.ctx.db
      .selectFrom('photo')
      .select(['sha256', 'pixel_sha256'])
      .executeTakeFirstOrThrow();
    await remove(first.id);
    const row = await app.ctx.db.selectFrom('blocked_picture').selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(row).sort()).toEqual([
      'club_id',
      'event_id',
      'file_mac',
      'kind',
      'met_at',
      'pixel_mac',
      'scope_id',
    ]);
    const { createHmac } = await import('node:crypto');
    const mac = (of: Uint8Array) => createHmac('sha256', app.ctx.tokens.pictureKey).update(of).digest('hex');
    expect(Buffer.from(row.file_mac).toString('hex')).toBe(mac(sha256));
    expect(Buffer.from(row.pixel_mac!).toString('hex')).toBe(mac(pixel_sha256!));
  });

  test('ends when somebody shows the picture, and is not met again', async () => {
    const first = await send();
    await member.call('POST', `/photos/${first.id}/takedown`, {});
    await remove(first.id);
    const second = await send();
    await decide((await requests())[0]!.id, 'declined');
    expect(await blocks()).toBe(0);
    await remove(second.id);
    expect((await send()).held).toBeUndefined();
  });

  test('ends two years after it was last met', async () => {
    const first = await send();
    await keep(first.id, true);
    await remove(first.id);
    const age = (ms: number) =>
      app.ctx.db
        .updateTable('blocked_picture')
        .set({ met_at: new Date(Date.now() - ms) })
        .execute();
    await age(serverLifetimes.blockedPictureKeptMs - dayMs);
    await removeOldBlocks(app.ctx);
    expect((await send()).held).toBe(true);
    const { met_at } = await app.ctx.db
      .selectFrom('blocked_picture')
      .select('met_at')
      .executeTakeFirstOrThrow();
    expect(Date.now() - met_at.getTime()).toBeLessThan(dayMs);
    await age(serverLifetimes.blockedPictureKeptMs + dayMs);
    await removeOldBlocks(app.ctx);
    expect(await blocks()).toBe(0);
  });

  test('holds in no other club, and goes with its own', async () => {
    const first = await send();
    await keep(first.id, true);
    await remove(first.id);
    const elsewhere = await newGallery([await createClub(app, 'TV Other')]);
    expect((await send(bytes, elsewhere)).held).toBeUndefined();
    await app.ctx.db.deleteFrom('club').where('id', '=', club).execute();
    expect(await blocks()).toBe(0);
  });

  test('holds in the galleries of the event where it has no club', async () => {
    const event = await createEvent(app);
    const [one, two] = [await newGallery([], event), await newGallery([], event)];
    const first = await send(bytes, one);
    await keep(first.id, true, one);
    await remove(first.id);
    expect((await send(bytes, two)).held).toBe(true);
    expect((await send(bytes, await newGallery([]))).held).toBeUndefined();
  });

  test.each([true, false])(
    'goes with an erased person, unless the photos are hidden: %s',
    async (hides_photos) => {
      const photo = await uploadStriped(app, gallery, ['amy']);
      await groupByHand(app, gallery, [[photo.faces.amy!]]);
      const amy = await createClubPerson(app, club, { name: 'Amy' });
      const admin = await createActor(app, ['admin']);
      const person = await personOf(app, photo.faces.amy!);
      await admin.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id: amy });
      await keep(photo.id, true);
      await remove(photo.id);
      expect(await blocks()).toBe(1);
      await admin.call('DELETE', `/clubs/${club}/people/${amy}?hide_photos=${hides_photos}`);
      expect(await app.ctx.db.selectFrom('erasure').selectAll().execute()).toHaveLength(1);
      expect(await blocks()).toBe(hides_photos ? 1 : 0);
    },
  );
});
