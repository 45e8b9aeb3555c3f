import {
  type FileRoute,
  failure,
  forAnybody,
  forViewer,
  inPath,
  madePictureAnswers,
  renditionSize,
} from './file-route-parts.openapi.ts';
import { resumableUploadOperations } from './uploads/resumable-uploads.openapi.ts';

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
  description,
});
const guest = [
  inPath('token'),
  header('X-Guest-Key', 'Made by the browser of the guest; it says which photos are its own', true),
  header('X-Share-Unlock', 'The unlock_token of a link with a password'),
];
/** What every request by a link that collects photos can answer. */
const ofLink = {
  401: failure('Password wanted'),
  403: failure('Link switched off'),
  404: failure('No such link, or nothing of this guest under this id'),
  410: failure('Link expired'),
  422: failure('A header or a field is not valid'),
  429: failure('Too many photos, or too many wrong passwords'),
};

/** How the document describes the routes that carry photos of guests. */
export const guestOperations: FileRoute[] = [
  ...resumableUploadOperations({
    path: '/galleries/shared/{token}/uploads',
    tag: 'galleries',
    security: [],
    parameters: guest,
    metadata: 'filename and guest_name',
    everywhere: ofLink,
    begin: {
      operationId: 'files.startGuestUpload',
      summary:
        'Begin a photo from a guest that is sent in parts (tus 1.0.0); Location says where its bytes go',
      responses: {
        403: failure('Link switched off, or a club of the event has no room left'),
        409: failure('Enough photos wait'),
      },
    },
    offset: {
      operationId: 'files.guestUploadOffset',
      summary: 'How many bytes of a photo from a guest are here (Upload-Offset)',
    },
    proceed: {
      operationId: 'files.continueGuestUpload',
      summary: 'Send further bytes of a photo from a guest; with the last ones it waits for an editor',
      responses: {
        200: { description: 'Sent before (duplicate: true)' },
        201: { description: 'It waits for an editor' },
        403: failure('Link switched off, or a club of the event has no room left meanwhile'),
        409: failure('Bytes from another place are wanted, or enough photos wait'),
      },
    },
    end: {
      operationId: 'files.endGuestUpload',
      summary: 'Give up a photo from a guest that was begun; what came of it is removed',
    },
  }),
  forAnybody('get', '/galleries/shared/{token}/guest-photos/{id}/picture', {
    operationId: 'files.ownGuestPicture',
    tags: ['galleries'],
    summary: 'A photo that waits, for the browser that sent it',
    parameters: [...guest, inPath('id'), renditionSize],
    responses: {
      ...ofLink,
      ...madePictureAnswers,
    },
  }),
  forViewer('get', '/guest-photos/{id}/picture', {
    operationId: 'files.guestPicture',
    tags: ['galleries'],
    summary: 'A photo that waits, for those who decide about it',
    parameters: [inPath('id'), renditionSize],
    responses: {
      ...madePictureAnswers,
      403: failure('May not decide about photos from guests in this gallery'),
      404: failure('No such photo waits, or its file is missing'),
      422: failure('No such size'),
    },
  }),
];
