import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import {
  type ClubAction,
  type ClubPersonAction,
  type EventAction,
  type GalleryAction,
  refusedActionErrors,
  targetRules,
  type UserAction,
  type ViewerAction,
  viewerRules,
} from '#server/contract/permissions.ts';
import { loadUser } from '#server/features/accounts/users/load-user.ts';
import { loadClub } from '#server/features/clubs/clubs/load-club.ts';
import { loadEvent } from '#server/features/galleries/events/load-event.ts';
import {
  findPart,
  type GalleryPart,
  requireGallery,
} from '#server/features/galleries/galleries/load-gallery.ts';
import { requireShown } from '#server/features/galleries/photos/photo-files.repository.ts';
import { loadFamilyPerson } from '#server/features/people/family/family.repository.ts';
import { requireId } from '#server/ids.ts';
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
      if (!viewerRules[action](viewer)) throw new AppError(refusal);
      return next({ ctx: { viewer } });
    });

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

/** A procedure on one target: `load` finds it, asks the permission table, and returns what the procedure gets as `ctx`. */
const guard = <S extends z.ZodType, Loaded extends object>(
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

const requireAllowed = (isAllowed: boolean, refusal: ErrorCode): void => {
  if (!isAllowed) throw new AppError(refusal);
};

export const guardClub = <S extends z.ZodType>(action: ClubAction, schema: S, field = 'id') =>
  guard(
    `club.${action}`,
    ['club_not_found', refusedActionErrors.club],
    async ({ ctx, viewer, id }) => {
      const club = await loadClub(ctx.db, viewer, id);
      requireAllowed(targetRules.club[action](viewer, club.facts), refusedActionErrors.club);
      return { club };
    },
    schema,
    field,
  );

/** Somebody a club knows, asked by the person or a guardian. */
export const guardClubPerson = <S extends z.ZodType>(action: ClubPersonAction, schema: S, field = 'id') =>
  guard(
    `clubPerson.${action}`,
    [refusedActionErrors.clubPerson],
    async ({ ctx, viewer, id }) => {
      const clubPerson = await loadFamilyPerson(ctx.db, viewer.id, id, ctx.clock.today());
      requireAllowed(
        targetRules.clubPerson[action](viewer, clubPerson.facts),
        refusedActionErrors.clubPerson,
      );
      return { clubPerson };
    },
    schema,
    field,
  );

export const guardEvent = <S extends z.ZodType>(action: EventAction, schema: S, field = 'id') =>
  guard(
    `event.${action}`,
    ['event_not_found', refusedActionErrors.event],
    async ({ ctx, viewer, id }) => {
      const event = await loadEvent(ctx.db, viewer, id);
      requireAllowed(targetRules.event[action](viewer, event.facts), refusedActionErrors.event);
      return { event };
    },
    schema,
    field,
  );

export const guardGallery = <S extends z.ZodType>(action: GalleryAction, schema: S, field = 'id') =>
  guard(
    `gallery.${action}`,
    ['gallery_not_found', refusedActionErrors.gallery, 'gallery_forbidden'],
    async ({ ctx, viewer, id }) => ({ gallery: await requireGallery(ctx, viewer, id, action) }),
    schema,
    field,
  );

/** Parts of a gallery: a photo, a person, a link, a decision. The gallery's rights decide. */
export const guardGalleryPart = <S extends z.ZodType>(
  noun: GalleryPart,
  action: GalleryAction,
  schema: S,
  field = 'id',
) =>
  guard(
    `gallery.${action}`,
    [`${noun}_not_found`, 'gallery_forbidden', refusedActionErrors.gallery],
    async ({ ctx, viewer, id }) => {
      const partId = requireId(id, `${noun}_not_found`);
      const part = await findPart(ctx.db, noun, partId);
      if (!part) throw new AppError(`${noun}_not_found`);
      const gallery = await requireGallery(ctx, viewer, part.gallery_id, action);
      if (noun === 'photo') await requireShown(ctx.db, partId, gallery.audience);
      return { partId, gallery };
    },
    schema,
    field,
  );

export const guardUser = <S extends z.ZodType>(action: UserAction, schema: S, field = 'id') =>
  guard(
    `user.${action}`,
    ['user_not_found', refusedActionErrors.user],
    async ({ ctx, viewer, id }) => {
      // Rights first: viewers who may not read users must not learn which ids exist.
      const isSelf = id.toLowerCase() === viewer.id;
      requireAllowed(targetRules.user[action](viewer, { isSelf }), refusedActionErrors.user);
      return { user: await loadUser(ctx.db, id) };
    },
    schema,
    field,
  );
