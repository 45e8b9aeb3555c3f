import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { chosenKinds, deliveryRules } from '#server/contract/notification-kinds.ts';
import type { notificationPreferences } from '#server/contract/schemas/notifications.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { getDeliveries } from './preferences.repository.ts';

/** The kinds that concern the viewer. Without mail, what would be mailed is on the page only. */
export async function listPreferences(
  ctx: Needs<'db' | 'mail'> & { viewer: SignedIn },
): Promise<z.output<typeof notificationPreferences>> {
  const deliveries = await getDeliveries(ctx.db, ctx.viewer.id);
  const hasMail = mailWithLinks(ctx.mail) !== null;
  return {
    preferences: chosenKinds
      .filter((kind) => deliveryRules[kind].concerns(ctx.viewer))
      .map((kind) => ({
        kind,
        delivery: hasMail || deliveries[kind] === 'off' ? deliveries[kind] : 'app',
      })),
  };
}
