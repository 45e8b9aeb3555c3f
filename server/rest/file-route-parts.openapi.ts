import type { KeyScope } from '#server/contract/key-scopes.ts';
import { renditionNames } from '#server/contract/rendition-sizes.ts';
import type { Method } from './procedure-route-table.ts';

export type Responses = Record<number, { description: string; content?: object }>;

/** Parts of the description of routes that carry bytes. */
export type FileRoute = {
  method: Method | 'head' | 'patch';
  path: string;
  /** As in procedure-route-table.ts. */
  keyScope?: KeyScope;
  operation: Record<string, unknown>;
};

export const file = { type: 'string', format: 'binary' };
const picture = { content: { 'image/*': { schema: file } } };
export const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

type Described = { keyScope?: KeyScope; responses: Responses; [of: string]: unknown };
const route =
  (security: object[], everywhere: Responses) =>
  (
    method: FileRoute['method'],
    path: string,
    { keyScope, responses, ...operation }: Described,
  ): FileRoute => ({
    method,
    path,
    ...(keyScope && { keyScope }),
    operation: { ...operation, security, responses: { ...everywhere, ...responses } },
  });
export const bearer = [{ bearer: [] }];
export const notSignedIn = { 401: failure('Not signed in') };
export const forViewer = route(bearer, notSignedIn);
export const forAnybody = route([], {});

export const bodyOf = (mime: string, required: string[], properties: object) => ({
  content: { [mime]: { schema: { type: 'object', required, properties } } },
});
/** The bytes of a picture, whole or in part. */
export const pictureAnswers = {
  200: { description: 'The picture', ...picture },
  206: { description: 'A part of it', ...picture },
  304: { description: 'Not changed' },
  416: failure('No such part'),
};
/** Of a picture that is made of the original when it is asked for. */
export const madePictureAnswers = {
  ...pictureAnswers,
  415: failure('The original is damaged'),
  503: failure('The storage is away, or reading the picture was interrupted'),
  507: failure('No room left'),
};
/** Of a request that brings a whole picture. */
export const uploadFailures = {
  400: failure('The upload could not be read'),
  408: failure('The upload came too slowly'),
  413: failure('Too many bytes or pixels'),
  415: failure('Not an accepted picture, or damaged'),
  507: failure('No room left'),
};

export const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
export const renditionSize = {
  name: 'size',
  in: 'query',
  schema: { enum: renditionNames, default: 'small' },
};
export const tus = { name: 'Tus-Resumable', in: 'header', required: true, schema: { const: '1.0.0' } };
