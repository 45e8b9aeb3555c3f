import { tracked } from '@trpc/server';
import { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import { mayDo, targetRules } from '#server/contract/permissions.ts';
import { id } from '#server/contract/schemas/common.ts';
import { requireStillSignedIn } from '#server/features/accounts/auth/require-still-signed-in.ts';
import { countUnread } from '#server/features/accounts/notifications/notifications.repository.ts';
import { faceSummary } from '#server/features/faces/gallery-people/gallery-people.repository.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import { type GalleryChange, type LiveMessage, listen, type Topic } from './bus.ts';

const never = new AbortController().signal;
const pageInput = z.object({ gallery_id: id.optional(), analyses: z.boolean().optional() });

export const liveRouter = router({
  /**
   * All that one open page is told, in one stream: over HTTP/1.1 a browser has six connections to a server.
   * - `viewer`: how many notifications are unread, first when the stream `opened`; that roles changed (`session`), the
   *   `members` of a club that the viewer manages, or the installation's `settings`.
   * - `gallery`, where one is asked for: how far it is, now and at each change; `closed` once the viewer may not see it.
   * - `analyses`, for administrators who ask: the queue of recognition changed.
   *
   * Ends with the session. Every message is answered with the rights of its moment.
   */
  page: signedIn('answers the viewer, and of a gallery or the queue what the viewer may see')
    .input(pageInput)
    .subscription(async function* ({ ctx, input, signal }) {
      const topics: Topic[] = [`user:${ctx.viewer.id}`, 'settings'];
      if (input.gallery_id) topics.push(`gallery:${input.gallery_id}`);
      if (input.analyses) topics.push('jobs');
      // Before the states are read: a change meanwhile is told after them.
      const { messages, stop } = listen(ctx.bus, topics, signal ?? never);
      try {
        yield await viewerState(ctx, 'opened');
        if (input.gallery_id) yield* galleryState(ctx, ctx.viewer, input.gallery_id, 'progress');
        if (input.analyses) yield* analysesState(ctx.viewer);
        for await (const message of messages)
          yield* answer(message, ctx, await requireStillSignedIn(ctx, ctx.viewer));
      } finally {
        stop();
      }
    }),
});

type Context = RequestContext & { viewer: SignedIn };
const event = <T>(data: T) => tracked(String(Date.now()), data);

async function* answer(message: LiveMessage, ctx: Context, viewer: SignedIn) {
  if (message.topic === 'settings') yield await viewerState(ctx, 'settings');
  else if (message.topic === 'jobs') yield* analysesState(viewer);
  else if (message.topic.startsWith('gallery:'))
    yield* galleryState(ctx, viewer, message.topic.slice('gallery:'.length), message.kind as GalleryChange);
  else yield await viewerState(ctx, message.kind as ViewerChange);
}

type ViewerChange = 'opened' | 'notification' | 'session' | 'members' | 'settings';

async function viewerState(ctx: Context, kind: ViewerChange) {
  return event({ about: 'viewer' as const, kind, unread: await countUnread(ctx.db, ctx.viewer.id) });
}

async function* galleryState(ctx: Context, viewer: SignedIn, galleryId: string, changed: GalleryChange) {
  try {
    const gallery = await requireGallery(ctx, viewer, galleryId, 'read');
    if (changed === 'guest_photos' && !targetRules.gallery.decideGuestPhotos(viewer, gallery.facts)) return;
    const summary = await faceSummary(ctx.db, gallery.id, gallery.audience);
    yield event({ about: 'gallery' as const, gallery_id: galleryId, changed, summary });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield event({ about: 'gallery' as const, gallery_id: galleryId, changed: 'closed' as const });
  }
}

function* analysesState(viewer: SignedIn) {
  if (mayDo(viewer, 'faces.administer')) yield event({ about: 'analyses' as const });
}
