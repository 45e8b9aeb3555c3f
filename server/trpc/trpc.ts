import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import { mayDo, type ViewerAction } from '#server/contract/permissions.ts';
import { type RequestContext, requireViewer, type SignedIn } from './request-context.ts';
import { toTrpcError, wireError } from './wire-error.ts';

/** What a procedure declares: who may call it, what it does, which errors it answers. */
export type ProcedureMeta = {
  access?: 'public' | 'signed-in' | 'guarded';
  /** The action of the permission table, or the reason why none is needed. */
  rule?: string;
  summary?: string;
  /** Errors of the guard. Apart from the procedure's own, because later meta replaces earlier meta field by field. */
  accessErrors?: ErrorCode[];
  /** Errors of the procedure itself. */
  errors?: ErrorCode[];
  /** Sessions may call it that open nothing else before a second factor is set up. */
  duringSetup?: true;
};

/** Errors that every call can answer. */
const errorsOfAll: ErrorCode[] = [
  'bad_request',
  'forbidden', // a browser's request from a page of another site
  'request_timeout',
  'body_too_large',
  'field_invalid',
  'edit_conflict',
  'unexpected',
  'dependency_away',
];

/** Every error a call can answer: its guard's, its own, and those of all calls. */
export function errorsOf(meta: ProcedureMeta = {}): ErrorCode[] {
  return [...new Set([...(meta.accessErrors ?? []), ...(meta.errors ?? []), ...errorsOfAll])];
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const wire = wireError(error, ctx?.requestId ?? '');
      // tRPC's adapter answers with `httpStatus` where it fails before a procedure is found.
      const data = { ...wire, httpStatus: wire.http_status, path: shape.data.path };
      return { ...shape, message: wire.message, data };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const translated = t.procedure.use(async ({ next, ctx, path }) => {
  const result = await next();
  if (!result.ok)
    throw toTrpcError(result.error, (error) =>
      ctx.log.error({ err: error, path, request_id: ctx.requestId }, 'procedure failed'),
    );
  return result;
});

/** Needs no account. The reason is required, so that a procedure never becomes public by accident. */
export const publicProcedure = (rule: string) => translated.meta({ access: 'public', rule });

const refusedSessions: ErrorCode[] = ['not_signed_in', 'session_expired', 'second_factor_needed'];

/** Needs an account and nothing else; the reason says what keeps the answer within the viewer's rights. */
export const signedIn = (rule: string) =>
  translated
    .meta({ access: 'signed-in', rule, accessErrors: refusedSessions })
    .use(({ ctx, next }) => next({ ctx: { viewer: requireViewer(ctx) } }));

/** The same, for what sets up a second factor, and for the session itself. */
export const signedInDuringSetup = (rule: string) =>
  translated
    .meta({
      access: 'signed-in',
      rule,
      duringSetup: true,
      accessErrors: ['not_signed_in', 'session_expired'],
    })
    .use(({ ctx, next }) => next({ ctx: { viewer: requireViewer(ctx, 'setup') } }));

/** Needs a right of the viewer's own, such as being a global administrator. */
export const withPermission = (action: ViewerAction, refusal: ErrorCode = 'forbidden') =>
  translated
    .meta({ access: 'guarded', rule: action, accessErrors: [...refusedSessions, refusal] })
    .use(({ ctx, next }) => {
      const viewer = requireViewer(ctx);
      if (!mayDo(viewer, action)) throw new AppError(refusal);
      return next({ ctx: { viewer } });
    });

/** What a procedure answers that has nothing to tell, once its work is over. */
export async function doneAfter(work: Promise<unknown>): Promise<{ ok: true }> {
  await work;
  return { ok: true };
}

type RawInput = () => Promise<unknown>;

/**
 * The id of the target, read before the input is validated: a refusal comes before errors of fields. An id that is not
 * text matches nothing.
 */
async function targetId(getRawInput: RawInput, field: string): Promise<string> {
  const raw = (await getRawInput()) as Record<string, unknown> | undefined;
  const value = raw?.[field];
  return typeof value === 'string' ? value : '';
}

type Request = { ctx: RequestContext; viewer: SignedIn; id: string };

/** A procedure on one target, as the features make them (guard-*.ts): `load` finds it, asks the permission table, and returns what the procedure gets as `ctx`. */
export const guard = <S extends z.ZodType, Loaded extends object>(
  rule: string,
  errors: ErrorCode[],
  load: (request: Request) => Promise<Loaded>,
  schema: S,
  field: string,
) =>
  translated
    .meta({
      access: 'guarded',
      rule,
      accessErrors: [...refusedSessions, ...errors, 'field_invalid'],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const loaded = await load({ ctx, viewer, id: await targetId(getRawInput, field) });
      return next({ ctx: { viewer, ...loaded } });
    })
    .input(schema);

export const requireAllowed = (isAllowed: boolean, refusal: ErrorCode): void => {
  if (!isAllowed) throw new AppError(refusal);
};
