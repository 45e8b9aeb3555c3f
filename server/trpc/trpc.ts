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
import { loadClub } from '#server/features/clubs/load-club.ts';
import { loadEvent } from '#server/features/events/load-event.ts';
import { loadFamilyPerson } from '#server/features/family/family.repository.ts';
import { findPart, type GalleryPart, requireGallery } from '#server/features/galleries/load-gallery.ts';
import { requireShown } from '#server/features/photos/photo-files.repository.ts';
import { loadUser } from '#server/features/users/load-user.ts';
import { requireId } from '#server/ids.ts';
import { type RequestContext, requireViewer } from './request-context.ts';
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
      return { ...shape, message: wire.message, data: { ...wire, path: shape.data.path } };
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

/** Needs an account and nothing else; the reason says what keeps the answer within the viewer's rights. */
export const signedIn = (rule: string) =>
  translated
    .meta({ access: 'signed-in', rule, accessErrors: ['not_signed_in', 'session_expired'] })
    .use(({ ctx, next }) => next({ ctx: { viewer: requireViewer(ctx) } }));

/** Needs a right of the viewer's own, such as being a global administrator. */
export const withPermission = (action: ViewerAction, refusal: ErrorCode = 'forbidden') =>
  translated
    .meta({ access: 'guarded', rule: action, accessErrors: ['not_signed_in', 'session_expired', refusal] })
    .use(({ ctx, next }) => {
      const viewer = requireViewer(ctx);
      if (!viewerRules[action](viewer)) throw new AppError(refusal);
      return next({ ctx: { viewer } });
    });

const guardedErrors = (noun: 'club' | 'event' | 'gallery' | 'user', refusal: ErrorCode): ErrorCode[] => [
  'not_signed_in',
  'session_expired',
  `${noun}_not_found`,
  refusal,
  'field_invalid',
];

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

/** The guards: load the target, ask the permission table, pass it on as `ctx.club`, `ctx.event` and so on. */
export const guardClub = <S extends z.ZodType>(action: ClubAction, schema: S, field = 'id') =>
  translated
    .meta({
      access: 'guarded',
      rule: `club.${action}`,
      accessErrors: guardedErrors('club', refusedActionErrors.club),
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const club = await loadClub(ctx.db, viewer, await targetId(getRawInput, field));
      if (!targetRules.club[action](viewer, club.facts)) throw new AppError(refusedActionErrors.club);
      return next({ ctx: { viewer, club } });
    })
    .input(schema);

/** The guard for somebody a club knows, asked by the person or a guardian. */
export const guardClubPerson = <S extends z.ZodType>(action: ClubPersonAction, schema: S, field = 'id') =>
  translated
    .meta({
      access: 'guarded',
      rule: `clubPerson.${action}`,
      accessErrors: ['not_signed_in', 'session_expired', refusedActionErrors.clubPerson, 'field_invalid'],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const id = await targetId(getRawInput, field);
      const clubPerson = await loadFamilyPerson(ctx.db, viewer.id, id, ctx.clock.today());
      if (!targetRules.clubPerson[action](viewer, clubPerson.facts))
        throw new AppError(refusedActionErrors.clubPerson);
      return next({ ctx: { viewer, clubPerson } });
    })
    .input(schema);

export const guardEvent = <S extends z.ZodType>(action: EventAction, schema: S, field = 'id') =>
  translated
    .meta({
      access: 'guarded',
      rule: `event.${action}`,
      accessErrors: guardedErrors('event', refusedActionErrors.event),
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const event = await loadEvent(ctx.db, viewer, await targetId(getRawInput, field));
      if (!targetRules.event[action](viewer, event.facts)) throw new AppError(refusedActionErrors.event);
      return next({ ctx: { viewer, event } });
    })
    .input(schema);

export const guardGallery = <S extends z.ZodType>(action: GalleryAction, schema: S, field = 'id') =>
  translated
    .meta({
      access: 'guarded',
      rule: `gallery.${action}`,
      accessErrors: [...guardedErrors('gallery', refusedActionErrors.gallery), 'gallery_forbidden'],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const gallery = await requireGallery(ctx, viewer, await targetId(getRawInput, field), action);
      return next({ ctx: { viewer, gallery } });
    })
    .input(schema);

/** The guard for parts of a gallery: a photo, a person, a link, a decision. The gallery's rights decide. */
export const guardGalleryPart = <S extends z.ZodType>(
  noun: GalleryPart,
  action: GalleryAction,
  schema: S,
  field = 'id',
) =>
  translated
    .meta({
      access: 'guarded',
      rule: `gallery.${action}`,
      accessErrors: [
        'not_signed_in',
        'session_expired',
        `${noun}_not_found`,
        'gallery_forbidden',
        refusedActionErrors.gallery,
        'field_invalid',
      ],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      const partId = requireId(await targetId(getRawInput, field), `${noun}_not_found`);
      const part = await findPart(ctx.db, noun, partId);
      if (!part) throw new AppError(`${noun}_not_found`);
      const gallery = await requireGallery(ctx, viewer, part.gallery_id, action);
      if (noun === 'photo') await requireShown(ctx.db, partId, gallery.audience);
      return next({ ctx: { viewer, partId, gallery } });
    })
    .input(schema);

export const guardUser = <S extends z.ZodType>(action: UserAction, schema: S, field = 'id') =>
  translated
    .meta({
      access: 'guarded',
      rule: `user.${action}`,
      accessErrors: guardedErrors('user', refusedActionErrors.user),
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const viewer = requireViewer(ctx);
      // Rights first: viewers who may not read users must not learn which ids exist.
      const target = await targetId(getRawInput, field);
      if (!targetRules.user[action](viewer, { isSelf: target.toLowerCase() === viewer.id }))
        throw new AppError(refusedActionErrors.user);
      return next({ ctx: { viewer, user: await loadUser(ctx.db, target) } });
    })
    .input(schema);
