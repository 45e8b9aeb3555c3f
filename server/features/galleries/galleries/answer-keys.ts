import { AppError } from '#server/contract/app-error.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

/** What a key for programs neither asks nor is told, although its account is. */

/** @throws AppError api_key_refused where a key asks who is on photos */
export function requireNoPerson({ key }: Viewer, personId: unknown): void {
  if (key && personId !== undefined) throw new AppError('api_key_refused');
}

/** A photo without who sent it, whether faces were found on it, and what editors know. */
export const photoFor = (viewer: Viewer, photo: Photo): Photo =>
  viewer.key
    ? {
        ...photo,
        uploaded_by: photo.uploaded_by === viewer.id ? viewer.id : null,
        face_status: photo.face_status === 'no_faces' ? 'completed' : photo.face_status,
        face_error: null,
        damage: null,
        is_taken_down: false,
      }
    : photo;
