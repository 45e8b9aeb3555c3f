import { z } from 'zod';

import { flag, nullableTimestamp, page, timestamp } from './common.ts';

export const notificationKinds = [
  'welcome',
  'getting_started_clubs',
  'getting_started_galleries',
  'getting_started_first_club',
  'getting_started_photographer',
  'membership_requested',
  'membership_approved',
  'membership_rejected',
  'gallery_created',
  'photos_processed',
  'jobs_failed',
  'link_expiring',
] as const;
export const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  /** Facts for the translated sentence, such as a club's or gallery's name. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  href: z.string().nullable(),
  created_at: timestamp,
  read_at: nullableTimestamp,
});
export type Notification = z.output<typeof notification>;
export const notificationListInput = z.object({ ...page(50), unread: flag.optional() });
export const notificationPage = z.object({
  notifications: z.array(notification),
  total: z.number(),
  unread: z.number(),
});
export const unreadCount = z.object({ unread: z.number() });
