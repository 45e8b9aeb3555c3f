import { clientError } from '#client/lib/error-message.ts';
import { readAnswer } from '#client/lib/own-answer.ts';
import { freshToken } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

/** @param body a form, or the text of a JSON */
export async function post<T>(address: string, body?: FormData | string): Promise<T> {
  const token = await freshToken();
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
  const answer = await readAnswer<{ data: T }>(response);
  if (!response.ok) throw clientError(answer, response.status);
  return answer.data;
}

export function replacePhoto(id: string, file: File) {
  const body = new FormData();
  body.set('file', file, file.name);
  return post<Photo & { replaced: boolean; held?: true }>(`/api/photos/${id}/replace`, body);
}

export const bringBackPhoto = (id: string) => post<Photo>(`/api/photos/${id}/bring-back`);

export const usePhotoVersion = (id: string, enabled: boolean) =>
  trpc.photos.version.useQuery({ id }, { enabled });
