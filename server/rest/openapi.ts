import { z } from 'zod';
import { appRouter } from '#server/app-router.ts';
import { type ErrorCode, errorTable } from '#server/contract/error-codes.ts';
import { type KeyScope, keyPrefix, keyScopes } from '#server/contract/key-scopes.ts';
import { errorsOf, type ProcedureMeta } from '#server/trpc/trpc.ts';
import { failure } from './file-route-parts.openapi.ts';
import { fileOperations } from './file-routes.openapi.ts';
import { pathParameters, type RouteRow, routes } from './procedure-route-table.ts';

type ProcedureDef = { inputs: z.ZodType[]; output?: z.ZodType; meta?: ProcedureMeta; type: string };
type Json = Record<string, unknown>;

export function procedureOf(name: string): ProcedureDef {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  const procedure = procedures[name];
  if (!procedure) throw new Error(`The REST table names ${name}, which is no procedure`);
  return procedure._def;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
};
const envelope = (data: Json): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
});

/** Every error that a call can answer. */
export const errorsOfRow = ({ procedure, keyScope }: RouteRow): ErrorCode[] => [
  ...errorsOf(procedureOf(procedure).meta),
  'api_key_refused',
  ...(keyScope ? (['api_key_invalid', 'api_key_needs_https'] as const) : []),
];

const securityOf = (keyScope: KeyScope | undefined) => [
  { bearer: [] },
  ...(keyScope ? [{ key: [keyScope] }] : []),
];
const keysMay = (keyScope: KeyScope | undefined) =>
  keyScope ? `Keys for programs need the scope ${keyScope}.` : 'Keys for programs do not open it.';

function responsesOf(status: number, output: z.ZodType | undefined, errors: ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const http = errorTable[code][0];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return {
    [status]: {
      description: 'Done',
      content: { 'application/json': { schema: envelope(output ? schemaOf(output, 'output') : {}) } },
    },
    ...Object.fromEntries(
      [...byStatus].map(([http, codes]) => [
        http,
        {
          description: codes.map((code) => `${code}: ${errorTable[code][1]}`).join('\n'),
          content: {
            'application/json': {
              schema: {
                allOf: [{ $ref: '#/components/schemas/Error' }],
                properties: { code: { enum: codes } },
              },
            },
          },
        },
      ]),
    ),
  };
}

function operationOf(row: RouteRow): Json {
  const def = procedureOf(row.procedure);
  const input = (def.inputs[0] ? schemaOf(def.inputs[0], 'input') : { properties: {} }) as {
    properties?: Json;
    required?: string[];
  };
  const names = pathParameters(row.path);
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !names.includes(name));
  const required = (input.required ?? []).filter((name) => !names.includes(name));
  const reads = row.method === 'get' || row.method === 'delete';
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    ...(required.length > 0 ? { required } : {}),
  };
  return {
    operationId: row.procedure,
    tags: [row.path.split('/')[1]],
    summary: def.meta?.summary,
    description: `Who may call it: ${def.meta?.access}, ${def.meta?.rule}. ${keysMay(row.keyScope)}`,
    security: def.meta?.access === 'public' ? [] : securityOf(row.keyScope),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(reads
        ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
        : []),
    ],
    ...(reads || rest.length === 0
      ? {}
      : {
          requestBody: {
            content: {
              'application/json': { schema: body },
              ...(row.procedure === 'auth.login'
                ? { 'application/x-www-form-urlencoded': { schema: body } }
                : {}),
            },
          },
        }),
    responses: responsesOf(row.status, def.output, errorsOfRow(row)),
  };
}

/** The OpenAPI 3.1 document, derived from the table and the schemas that serve the calls. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const row of routes) {
    const path = `/api${row.path}`;
    paths[path] = { ...paths[path], [row.method]: operationOf(row) };
  }
  for (const row of fileOperations) {
    const path = `/api${row.path}`;
    const keys = row.keyScope && { security: securityOf(row.keyScope) };
    const responses = { 403: failure(errorTable.api_key_refused[1]), ...(row.operation.responses as Json) };
    const description = [row.operation.description, keysMay(row.keyScope)].filter(Boolean).join(' ');
    const operation = { ...row.operation, ...keys, description, responses };
    paths[path] = { ...paths[path], [row.method]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clublens',
      version: '0.1.0',
      description: 'Clubs, events, photo galleries and the people in them.',
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${keyPrefix}…`,
          description: `A key for programs, made under Settings; also as the password of basic authentication. Scopes, each with those before: ${keyScopes.join(', ')}.`,
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['success', 'code', 'message', 'detail', 'request_id'],
          properties: {
            success: { const: false },
            code: { type: 'string' },
            message: { type: 'string' },
            detail: {
              oneOf: [
                { type: 'string' },
                {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { field: { type: 'string' }, msg: { type: 'string' } },
                  },
                },
              ],
            },
            params: { type: 'object' },
            request_id: { type: 'string' },
          },
        },
      },
    },
  };
}
