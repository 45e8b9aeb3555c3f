import { clientError } from '#client/lib/error-message.ts';
import { readAnswer } from '#client/lib/own-answer.ts';
import { freshToken } from '#client/lib/session.ts';
import { shrinkPicture } from '#client/lib/shrink-picture.ts';
import type { PhotoSearchAnswer, SentReferencePicture } from '#server/contract/schemas/my-photos.ts';

export interface Point {
  x: number;
  y: number;
}
export interface SentPicture {
  file: File;
  /** Within the right face, where there are several. */
  face?: Point | undefined;
}

async function send<T>(
  address: string,
  { file, face }: SentPicture,
  fields: Record<string, string>,
): Promise<T> {
  const token = await freshToken();
  const body = new FormData();
  // The server reads the fields before the bytes of the file, so the file is the last field.
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (face) body.set('face', `${face.x},${face.y}`);
  const sent = await shrinkPicture(file);
  body.set('file', sent, sent.name);
  const response = await fetch(address, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body,
  });
  const answer = await readAnswer<{ data: T }>(response);
  if (!response.ok) throw clientError(answer, response.status);
  return answer.data;
}

/** To be found by, or for photos to be kept inside the club. */
export type PicturePurpose = 'find' | 'guard';
const lists: Record<PicturePurpose, string> = { find: 'references', guard: 'guard-pictures' };

/** @param keep false: only tells whether the picture serves, and what it would find */
export const sendReferencePicture = (purpose: PicturePurpose, id: string, sent: SentPicture, keep: boolean) =>
  send<SentReferencePicture>(`/api/my-photos/${id}/${lists[purpose]}`, sent, keep ? {} : { dry_run: 'true' });

export const searchByPhoto = (sent: SentPicture) =>
  send<PhotoSearchAnswer>('/api/my-photos/find-once', sent, {});
