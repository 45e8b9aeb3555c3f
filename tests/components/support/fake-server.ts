import { vi } from 'vitest';
import type { z } from 'zod';
import { ownerOf } from '#client/lib/token-storage.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { appRouter } from '#server/app-router.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { sampleOf } from './sample-of.ts';

/** An answer of the server that is an error. */
export class Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly params: Record<string, string | number>;
  constructor(code: ErrorCode = 'unexpected', status = 500, params = {}) {
    this.code = code;
    this.status = status;
    this.params = params;
  }
}

/** Thrown by an answer: the connection is lost. */
export const offline = () => {
  throw new TypeError('Failed to fetch');
};

/** A value, or what makes one of the input. `never` is given where a call stays unanswered. */
type Answer<Output> =
  | Output
  | Failure
  | Promise<Output>
  | ((input: never) => Output | Failure | Promise<Output>);
/** Answers by router and procedure. All others are made from the schemas of the procedures (sample-of.ts). */
export type Answers = {
  [Router in keyof RouterOutputs]?: {
    [Procedure in keyof RouterOutputs[Router]]?: Answer<RouterOutputs[Router][Procedure]>;
  };
};

export interface Call {
  /** Such as `events.update`. */
  path: string;
  input: unknown;
  isQuery: boolean;
  /** The id of the account whose token came with it. */
  by: string | undefined;
}

export interface FakeServer {
  calls: Call[];
  /** The inputs of all calls of a procedure. */
  inputsOf: (path: string) => unknown[];
  /** Replaces answers by the path of the procedure. */
  answer: (path: string, answer: unknown) => void;
}

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { output?: z.ZodType; type: string } }
>;

/** What the server answers to a procedure where a test says nothing else. */
export function sampleAnswer<
  Router extends keyof RouterOutputs,
  Procedure extends keyof RouterOutputs[Router],
>(
  router: Router,
  procedure: Procedure,
  changes: Partial<RouterOutputs[Router][Procedure]> = {},
): RouterOutputs[Router][Procedure] {
  return {
    ...(sample(`${router}.${String(procedure)}`) as object),
    ...changes,
  } as RouterOutputs[Router][Procedure];
}

function sample(path: string): unknown {
  const procedure = procedures[path];
  if (!procedure) throw new Error(`There is no procedure ${path}`);
  const { output } = procedure._def;
  return output ? sampleOf(output) : null;
}

/** Answers fetch as the server would: batched tRPC calls, the texts, and nothing else. */
export function startFakeServer(answers: Answers = {}): FakeServer {
  const given = new Map<string, unknown>([
    // A notice on every page with photos otherwise.
    ['takedowns.mine', { takedowns: [] }],
    ...Object.entries(answers).flatMap(([router, byName]) =>
      Object.entries(byName as object).map(([name, answer]) => [`${router}.${name}`, answer] as const),
    ),
  ]);
  const calls: Call[] = [];
  const real = globalThis.fetch;
  const answerTo = async (path: string, input: unknown) => {
    const known = given.has(path) ? given.get(path) : sample(path);
    const data = await (typeof known === 'function' ? known(input) : known);
    if (!(data instanceof Failure)) return { result: { data: data ?? null } };
    const { code, status, params } = data;
    return {
      error: { message: code, code: -32603, data: { code, params, httpStatus: status, http_status: status } },
    };
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href);
    if (url.protocol === 'data:') return texts(url);
    if (url.pathname === '/api/auth/me') return me(new Headers(init.headers).get('authorization'));
    if (!url.pathname.startsWith('/trpc/')) return new Response('{}', { status: 404, headers: json });
    const isQuery = (init.method ?? 'GET') === 'GET';
    const inputs = JSON.parse(isQuery ? (url.searchParams.get('input') ?? '{}') : String(init.body ?? '{}'));
    const paths = url.pathname.replace('/trpc/', '').split(',');
    const body = await Promise.all(
      paths.map((path, index) => {
        const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null;
        calls.push({ path, input: inputs[index], isQuery, by: ownerOf(token) });
        return answerTo(path, inputs[index]);
      }),
    );
    return new Response(JSON.stringify(body), { status: 207, headers: json });
  });
  stop = () => vi.stubGlobal('fetch', real);
  return {
    calls,
    inputsOf: (path) => calls.filter((call) => call.path === path).map(({ input }) => input),
    answer: (path, answer) => void given.set(path, answer),
  };
}

/** The accounts that have signed in, by their id. */
export const accounts = new Map<string, User>();

function me(authorization: string | null): Response {
  const user = accounts.get(ownerOf(authorization) ?? '');
  return new Response(JSON.stringify({ data: user }), { status: user ? 200 : 401, headers: json });
}

let stop = () => {};
export const stopFakeServer = (): void => stop();

const json = { 'content-type': 'application/json' };
/** In tests the texts have no files: their addresses hold them. */
const texts = ({ pathname }: URL) =>
  new Response(decodeURIComponent(pathname.replace('application/json,', '')), { headers: json });
