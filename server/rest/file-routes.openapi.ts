import { newerVersionsAtOnce } from '#server/contract/newer-versions.ts';
import { downloadSizes } from '#server/contract/rendition-sizes.ts';
import {
  bearer,
  bodyOf,
  type FileRoute,
  failure,
  file,
  forAnybody,
  forViewer,
  inPath,
  madePictureAnswers,
  notSignedIn,
  pictureAnswers,
  type Responses,
  renditionSize,
  uploadFailures,
} from './file-route-parts.openapi.ts';
import { guestOperations } from './guest-routes.openapi.ts';
import { resumableUploadOperations } from './uploads/resumable-uploads.openapi.ts';

const size = {
  name: 'size',
  in: 'query',
  schema: { enum: downloadSizes, default: 'original' },
};

const shown = {
  name: 'shown',
  in: 'query',
  schema: { enum: ['1'] },
  description:
    'An original to look at: of HEIC a JPEG, and by link no attachment and not counted as a download',
};

const archive = { content: { 'application/zip': { schema: file } } };
const selection = {
  name: 'selection',
  in: 'query',
  schema: { type: 'string' },
  description: 'A choice made with POST at the same address, good for a day',
};

const unlock = { name: 'unlock', in: 'query', schema: { type: 'string' } };
const byLink = {
  401: failure('Password wanted'),
  403: failure('Link switched off, or downloads not allowed'),
  410: failure('Link expired'),
  429: failure('Too many wrong passwords'),
};

/** A picture with the face of somebody who is looked for. */
const facePicture = (path: string, operationId: string, summary: string, isKept = true) => {
  const kept: Responses = isKept ? { 201: { description: 'Kept' } } : {};
  return forViewer('post', path, {
    operationId,
    tags: ['my-photos'],
    summary,
    requestBody: bodyOf('multipart/form-data', ['file'], {
      ...(isKept && { dry_run: { enum: ['true'], description: 'Only says what the picture would find' } }),
      face: {
        type: 'string',
        description: 'Where several faces are: a point within the right one, x,y from 0 to 1',
      },
      file,
    }),
    responses: {
      200: { description: `${isKept ? 'Tried' : 'The photos'}, or the faces to choose from` },
      ...kept,
      ...uploadFailures,
      404: failure('Nobody of the viewer’s family'),
      409: failure('The family has not agreed, or there are enough pictures'),
      422: failure('No file, or the face does not serve: none, too small, blurred, turned away, like others'),
      429: failure('Too many pictures'),
      503: failure('Recognition or the storage is away, or reading the picture was interrupted'),
    },
  });
};

/**
 * How the document describes the routes that are no procedures: those of `fileRoutes` in app.ts, own data, the calendar feed,
 * unsubscribing.
 */
export const fileOperations: FileRoute[] = [
  forViewer('post', '/photos/upload', {
    keyScope: 'upload',
    operationId: 'files.upload',
    tags: ['photos'],
    summary: 'Upload a photo; the same bytes again in the same gallery answer the existing one',
    requestBody: bodyOf('multipart/form-data', ['gallery_id', 'file'], {
      gallery_id: { type: 'string' },
      relative_path: { type: 'string' },
      file,
    }),
    responses: {
      201: { description: 'Stored; held: true where it waits for those who decide about this gallery' },
      200: { description: 'Already there (duplicate: true)' },
      ...uploadFailures,
      403: failure('May not upload here, or a club of the event has no room left'),
      404: failure('No such gallery'),
      422: failure('No file or no gallery'),
      429: failure('Too many uploads'),
      503: failure('The storage is away, or reading the picture was interrupted: send it again'),
    },
  }),
  forViewer('post', '/photos/{id}/replace', {
    keyScope: 'upload',
    operationId: 'files.replace',
    tags: ['photos'],
    summary: 'Replace the file of a photo by the same shot, edited: it keeps its id, place, people and links',
    parameters: [inPath('id')],
    requestBody: bodyOf('multipart/form-data', ['file'], { file }),
    responses: {
      200: {
        description:
          'The photo; replaced: false where it has these bytes already. The version before is kept for 7 days',
      },
      ...uploadFailures,
      403: failure('May not upload here, or not replace what others uploaded, or a club has no room left'),
      404: failure('No such photo'),
      409: failure('The file shows another shot, or the photo was replaced meanwhile'),
      422: failure('No file'),
      429: failure('Too many uploads'),
      503: failure('The storage is away, or reading the picture was interrupted: send it again'),
    },
  }),
  forViewer('post', '/photos/{id}/replace-by/{added_id}', {
    operationId: 'files.replaceByAdded',
    tags: ['photos'],
    summary:
      'Replace the file of a photo by that of one which the viewer added to the same gallery: the added one goes',
    parameters: [inPath('id'), inPath('added_id')],
    responses: {
      200: { description: 'The photo. The version before is kept for 7 days' },
      403: failure('May not upload here, or not replace what others uploaded'),
      404: failure('No such photo, or the added one was sent by somebody else'),
      409: failure('The added photo shows another shot, or one of them was replaced or deleted meanwhile'),
      429: failure('Too many uploads'),
      503: failure('The storage is away, or reading the picture was interrupted: try again'),
      507: failure('No room left'),
    },
  }),
  forViewer('post', '/photos/gallery/{id}/newer-versions', {
    operationId: 'files.newerVersions',
    tags: ['photos'],
    summary:
      'Which of these photos, added by the viewer, show the same shot as one that was there and that they may replace',
    parameters: [inPath('id')],
    requestBody: bodyOf('application/json', ['photo_ids'], {
      photo_ids: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: newerVersionsAtOnce,
      },
    }),
    responses: {
      200: {
        description:
          'versions: each with photo_id, filename, thumbnail_url and the same of earlier; kept_days',
      },
      403: failure('May not upload here'),
      404: failure('No such gallery'),
      422: failure(`Not 1 to ${newerVersionsAtOnce} ids`),
      429: failure('Too many uploads'),
      503: failure('Comparing was interrupted: try again'),
    },
  }),
  forViewer('post', '/photos/{id}/bring-back', {
    operationId: 'files.bringBack',
    tags: ['photos'],
    summary: 'Bring the version before of a photo back, which is then kept in its place',
    parameters: [inPath('id')],
    responses: {
      200: { description: 'The photo' },
      403: failure('May not replace this photo, or a club has no room left'),
      404: failure('No such photo, or the version before is no longer kept'),
      409: failure('The photo was replaced meanwhile'),
      429: failure('Too many uploads'),
      503: failure('The storage is away, or reading the picture was interrupted: try again'),
      507: failure('No room left'),
    },
  }),
  ...resumableUploadOperations({
    path: '/photos/uploads',
    keyScope: 'upload',
    tag: 'photos',
    security: bearer,
    parameters: [],
    metadata: 'gallery_id, filename and relative_path',
    everywhere: {
      ...notSignedIn,
      404: failure('Not begun by this account, or more than a day ago'),
    },
    begin: {
      operationId: 'files.startUpload',
      summary: 'Begin a photo that is sent in parts (tus 1.0.0); Location says where its bytes go, for a day',
      responses: {
        403: failure('May not upload here, or a club of the event has no room left'),
        404: failure('No such gallery'),
        422: failure('No bytes or no gallery'),
        429: failure('Too many uploads'),
      },
    },
    offset: {
      operationId: 'files.uploadOffset',
      summary: 'How many bytes of a photo are here (Upload-Offset)',
    },
    proceed: {
      operationId: 'files.continueUpload',
      summary: 'Send further bytes of a photo; the last ones answer the photo, as POST /photos/upload does',
      responses: {
        200: { description: 'Already there (duplicate: true)' },
        201: { description: 'Stored' },
        403: failure('May not upload here any more, or a club of the event has no room left meanwhile'),
      },
    },
    end: {
      operationId: 'files.endUpload',
      summary: 'Give up a photo that was begun; what came of it is removed',
    },
  }),
  forViewer('get', '/photos/{id}/download', {
    keyScope: 'read',
    operationId: 'files.download',
    tags: ['photos'],
    summary: 'The bytes of a photo, in one of four sizes; ranges and ETag',
    parameters: [inPath('id'), size, shown],
    responses: {
      ...pictureAnswers,
      403: failure('May not see the gallery'),
      404: failure('No such photo, or its file is missing'),
      422: failure('No such size'),
      500: failure('Part of the original is missing on the server'),
      503: failure('The storage is away'),
    },
  }),
  forViewer('get', '/deleted-photos/{id}/picture', {
    operationId: 'files.deletedPicture',
    tags: ['photos'],
    summary: 'A deleted photo that can be restored, for those who may delete photos there',
    parameters: [inPath('id'), renditionSize],
    responses: {
      ...madePictureAnswers,
      403: failure('May not delete photos of this gallery'),
      404: failure('No such deleted photo, or its file is missing'),
      422: failure('No such size'),
      500: failure('Part of the original is missing on the server'),
    },
  }),
  forAnybody('get', '/galleries/shared/{token}/photos/{id}/download', {
    operationId: 'files.sharedDownload',
    tags: ['galleries'],
    summary: 'The bytes of a photo of a shared gallery, private metadata removed',
    parameters: [inPath('token'), inPath('id'), size, shown, unlock],
    responses: {
      ...madePictureAnswers,
      404: failure('No such link or photo, or its file is missing'),
      ...byLink,
      422: failure('No such size'),
      500: failure('Part of the original is missing on the server'),
      507: failure('No room left for the copy without metadata'),
    },
  }),
  facePicture(
    '/my-photos/{id}/references',
    'files.sendReferencePicture',
    'A picture by which somebody of the viewer’s family is found; only the face is kept',
  ),
  facePicture(
    '/my-photos/{id}/guard-pictures',
    'files.sendGuardPicture',
    'A picture by which photos of somebody of the viewer’s family are kept inside the club; only the face is kept',
  ),
  facePicture(
    '/my-photos/find-once',
    'files.searchByPhoto',
    'The photos on which the face of a picture is, in galleries the viewer may read; nothing is kept',
    false,
  ),
  forViewer('get', '/users/profile/export', {
    operationId: 'files.exportOwnData',
    tags: ['users'],
    summary: 'Everything stored about the viewer, as one ZIP of JSON files',
    responses: {
      200: { description: 'The archive', ...archive },
    },
  }),
  forAnybody('get', '/calendar/{file}', {
    operationId: 'files.calendar',
    tags: ['calendar'],
    summary: "The events of somebody's clubs as iCalendar (RFC 5545); the address is the proof",
    parameters: [{ ...inPath('file'), description: 'The token of the feed and .ics' }],
    responses: {
      200: { description: 'The events', content: { 'text/calendar': { schema: { type: 'string' } } } },
      304: { description: 'Not changed' },
      404: failure('No such feed: replaced, removed, or its account is not active'),
    },
  }),
  forAnybody('get', '/mail/unsubscribe/{token}', {
    operationId: 'files.openUnsubscribePage',
    tags: ['mail'],
    summary: 'Leads to the page that ends the mails a link was part of; ends nothing by itself',
    parameters: [inPath('token')],
    responses: { 303: { description: 'To the page' } },
  }),
  forAnybody('get', '/auth/oidc/callback', {
    operationId: 'files.receiveFromProvider',
    tags: ['oidc'],
    summary: 'Where the OpenID provider leads browsers back to; the page does the rest',
    responses: { 303: { description: 'To the page' }, 404: failure('There is no provider') },
  }),
  forAnybody('post', '/auth/oidc/backchannel-logout', {
    operationId: 'files.endSessionsByProvider',
    tags: ['oidc'],
    summary: 'Ends sessions that the OpenID provider opened (Back-Channel Logout 1.0)',
    requestBody: {
      required: true,
      ...bodyOf('application/x-www-form-urlencoded', ['logout_token'], { logout_token: { type: 'string' } }),
    },
    responses: {
      200: { description: 'They ended, or there were none' },
      400: failure('The token is not valid, or was used before'),
      404: failure('There is no provider'),
      503: failure('The keys of the provider could not be asked for'),
    },
  }),
  forViewer('get', '/galleries/{id}/download', {
    keyScope: 'read',
    operationId: 'files.downloadGallery',
    tags: ['galleries'],
    summary: 'The originals of a gallery as one ZIP: all, those of a person, or chosen ones',
    parameters: [
      inPath('id'),
      selection,
      { name: 'face_id', in: 'query', schema: { type: 'string' }, description: 'A person' },
      {
        name: 'names',
        in: 'query',
        schema: { enum: ['1'] },
        description:
          'For editors: with an XMP file beside each photo of people who said yes to their name (`photo.jpg.xmp`)',
      },
    ],
    responses: {
      200: { description: 'The archive', ...archive },
      403: failure('May not see the gallery'),
      404: failure('No such gallery, or none of these photos'),
      503: failure('The storage is away'),
    },
  }),
  forAnybody('get', '/galleries/shared/{token}/download', {
    operationId: 'files.downloadSharedGallery',
    tags: ['galleries'],
    summary: 'The photos of a shared gallery as one ZIP, private metadata removed',
    parameters: [inPath('token'), selection, unlock],
    responses: {
      200: { description: 'The archive', ...archive },
      404: failure('No such link, or none of these photos'),
      ...byLink,
      503: failure('The storage is away'),
    },
  }),
  ...guestOperations,
];
