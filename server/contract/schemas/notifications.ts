import { z } from 'zod';
import { chosenKinds, deliveries, notificationKinds } from '../notification-kinds.ts';

import { flag, nullableTimestamp, page, timestamp } from './common.ts';

const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  /** Facts for the translated sentence, such as a club's or gallery's name. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  href: z.string().nullable(),
  created_at: timestamp,
  read_at: nullableTimestamp,
  /** When what it asks for was settled, by whichever reader, or what it warns of was over; null: it still waits, or nothing does. */
  settled_at: nullableTimestamp,
});
export type Notification = z.output<typeof notification>;
export const notificationListInput = z.object({ ...page(50), unread: flag.optional() });
export const notificationPage = z.object({
  notifications: z.array(notification),
  total: z.number(),
  unread: z.number(),
});
export const unreadCount = z.object({ unread: z.number() });

/** The delivery of each kind of notification that concerns the viewer. Without mail, what would be mailed is on the page only. */
export const notificationPreferences = z.object({
  preferences: z.array(z.object({ kind: z.enum(chosenKinds), delivery: z.enum(deliveries) })),
});
export const updatePreferenceInput = z.object({ kind: z.enum(chosenKinds), delivery: z.enum(deliveries) });
/** What a link in a mail ends: the daily digest, or mails about one kind. */
export const unsubscribeScopes = ['digest', ...chosenKinds] as const;
export type UnsubscribeScope = (typeof unsubscribeScopes)[number];
export const unsubscribeInput = z.object({ token: z.string().min(1).max(200) });
export const unsubscribed = z.object({ scope: z.enum(unsubscribeScopes) });
