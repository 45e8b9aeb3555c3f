import { readFile } from 'node:fs/promises';
import { type ApiClient, createWorkplace, signInTo } from '../../support/api-client.ts';
import type { OwnServer } from '../own-server.ts';

const UPLOADS_AT_ONCE = 3;

/** A photographer with an event on the server that is measured, and who administers it. */
export type Workplace = { address: string; admin: ApiClient; photographer: ApiClient; eventId: string };
export type World = Workplace & { clubId: string };
/** A photo that is to be uploaded, and who is on it by its label. */
export type Placed = { person: string; file: string };

export async function openWorkplace(
  { address, username, password }: OwnServer,
  name: string,
): Promise<Workplace> {
  const admin = await signInTo(address, username, password);
  const { photographer, eventId } = await createWorkplace(address, admin, name);
  return { address, admin, photographer, eventId };
}

export async function openClub(admin: ApiClient, name: string): Promise<string> {
  return (await admin.call<{ id: string }>('POST', '/clubs', { name, sport_type: 'Football' })).id;
}

/** @returns the models in force; with `recogniser` that one */
export async function chooseRecogniser(admin: ApiClient, recogniser: string | undefined) {
  const path = '/facerecognition/admin/settings';
  if (recogniser) await admin.call('PUT', path, { recognition_model: recogniser });
  const { recognition_model, detector_backend } = await admin.call<{
    recognition_model: string;
    detector_backend: string;
  }>('GET', path);
  return { detector: detector_backend, recogniser: recognition_model };
}

export async function createGallery(
  photographer: ApiClient,
  eventId: string,
  name: string,
  visibility: 'public' | 'club_restricted',
  clubIds: readonly string[] = [],
): Promise<string> {
  const { id } = await photographer.call<{ id: string }>('POST', '/galleries', {
    name,
    event_id: eventId,
    photographer_id: photographer.userId,
    visibility,
    club_ids: clubIds,
  });
  return id;
}

/**
 * Photo after photo into one gallery after the other, so that those of one person lie in different ones.
 * @returns who is on each photo, by the photo's id
 */
export async function uploadTo(
  photographer: ApiClient,
  galleries: readonly string[],
  photos: readonly Placed[],
): Promise<Map<string, string>> {
  const people = new Map<string, string>();
  const waiting = [...photos.entries()];
  const upload = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, { person, file }] = next;
      const gallery = galleries[i % galleries.length] ?? '';
      const { id } = await photographer.upload(gallery, await readFile(file), `${i}.jpg`);
      people.set(id, person);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));
  return people;
}
