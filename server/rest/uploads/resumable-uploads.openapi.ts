import type { KeyScope } from '#server/contract/key-scopes.ts';
import { type FileRoute, failure, file, inPath, type Responses, tus } from '../file-route-parts.openapi.ts';

/** What differs between the uploads in parts of members and of guests. */
type Uploads = {
  /** Address at which uploads begin; each one is at this address and its id. */
  path: string;
  keyScope?: KeyScope;
  tag: string;
  security: object[];
  /** What every request carries besides the headers of the protocol. */
  parameters: object[];
  /** The names and values of `Upload-Metadata`. */
  metadata: string;
  /** What every request can answer. */
  everywhere: Responses;
  begin: { operationId: string; summary: string; responses: Responses };
  offset: { operationId: string; summary: string };
  proceed: { operationId: string; summary: string; responses: Responses };
  end: { operationId: string; summary: string };
};

const uploadLength = { name: 'Upload-Length', in: 'header', required: true, schema: { type: 'integer' } };
const uploadOffset = { name: 'Upload-Offset', in: 'header', required: true, schema: { type: 'integer' } };
const noRoom = { 507: failure('No room left') };
const protocolRefusals = {
  400: failure('Not the protocol'),
  412: failure('Another version of the protocol'),
};

/** How the document describes photos that are sent in parts by the tus protocol 1.0.0. */
export function resumableUploadOperations(uploads: Uploads): FileRoute[] {
  const { path, tag, security, parameters, metadata, everywhere, keyScope } = uploads;
  const forKeys = keyScope ? { keyScope } : {};
  const common = { tags: [tag], security };
  const one = `${path}/{id}`;
  const ofOne = [...parameters, tus, inPath('id')];
  const uploadMetadata = {
    name: 'Upload-Metadata',
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description: `${metadata}, each with its value in base64`,
  };
  const begin = {
    ...common,
    ...uploads.begin,
    parameters: [...parameters, tus, uploadLength, uploadMetadata],
    responses: {
      ...everywhere,
      201: { description: 'Begun' },
      ...protocolRefusals,
      413: failure('Too many bytes'),
      503: failure('The storage is away'),
      ...noRoom,
      ...uploads.begin.responses,
    },
  };
  const offset = {
    ...common,
    ...uploads.offset,
    parameters: ofOne,
    responses: { ...everywhere, 200: { description: 'Upload-Offset and Upload-Length' } },
  };
  const proceed = {
    ...common,
    ...uploads.proceed,
    parameters: [...ofOne, uploadOffset],
    requestBody: {
      content: { 'application/offset+octet-stream': { schema: file } },
    },
    responses: {
      ...everywhere,
      204: { description: 'More bytes are wanted' },
      ...protocolRefusals,
      409: failure('Bytes from another place are wanted'),
      413: failure('More bytes than said, or too many pixels'),
      415: failure('Not an accepted picture, or damaged'),
      423: failure('Another request brings bytes of this photo'),
      503: failure('The storage is away, or reading the picture was interrupted: send it again'),
      ...noRoom,
      ...uploads.proceed.responses,
    },
  };
  const end = {
    ...common,
    ...uploads.end,
    parameters: ofOne,
    responses: { ...everywhere, 204: { description: 'Removed' } },
  };
  return [
    { method: 'post', path, ...forKeys, operation: begin },
    { method: 'head', path: one, ...forKeys, operation: offset },
    { method: 'patch', path: one, ...forKeys, operation: proceed },
    { method: 'delete', path: one, ...forKeys, operation: end },
  ];
}
