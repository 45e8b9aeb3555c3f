import type { KeyScope } from '#server/contract/key-scopes.ts';
import { renditionNames } from '#server/contract/rendition-sizes.ts';
import type { Method } from './procedure-route-table.ts';

/** Parts of the description of routes that carry bytes. */
export type FileRoute = {
  method: Method | 'head' | 'patch';
  path: string;
  /** As in procedure-route-table.ts. */
  keyScope?: KeyScope;
  operation: Record<string, unknown>;
};

export const picture = { content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } };
export const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
export const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
export const renditionSize = {
  name: 'size',
  in: 'query',
  schema: { enum: renditionNames, default: 'small' },
};
export const tus = { name: 'Tus-Resumable', in: 'header', required: true, schema: { const: '1.0.0' } };
