import type { Kysely } from 'kysely';
import type { LanguageCode } from '#server/contract/languages.ts';
import {
  type ChosenKind,
  type Delivery,
  deliveryRules,
  isChosenKind,
} from '#server/contract/notification-kinds.ts';
import { isClubAdminOf, isGlobalAdmin } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { getDeliveries } from '#server/features/accounts/notifications/preferences.repository.ts';
import { formatDate } from '#server/features/administration/mail/rendering/format-date.ts';
import type { MailText } from '#server/features/administration/mail/rendering/mail-texts.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { isId } from '#server/ids.ts';
import { photoKinds } from './digest-photos.repository.ts';
import type { MailReader } from './mail-recipients.repository.ts';

export type MailedNotification = {
  id: string;
  kind: ChosenKind;
  params: Record<string, string | number>;
  href: string | null;
};

/** The id in `/gallery/<id>`, `/gallery/<id>?check=1` or `/clubs/<id>/manage`. */
export const idIn = (href: string | null): string => href?.split(/[/?]/)[2] ?? '';

/**
 * The notifications a mail may tell of now: unread, still wanted by mail, and about things the reader may still see.
 */
export async function listMailedNotifications(
  db: Kysely<DB>,
  mailId: string,
  reader: MailReader,
  wanted: Delivery,
): Promise<MailedNotification[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['id', 'kind', 'params', 'href'])
    .where('mail_id', '=', mailId)
    .where('read_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const deliveries = await getDeliveries(db, reader.id);
  const notifications = rows.filter(
    (row): row is typeof row & { kind: ChosenKind } =>
      isChosenKind(row.kind) && deliveries[row.kind] === wanted,
  );
  const galleryIds = notifications.filter(isAboutGallery).map(({ href }) => idIn(href));
  const visible = await allowedGalleryIds(db, reader, [...new Set(galleryIds.filter(isId))], 'read');
  return notifications.filter((row) => {
    const { about } = deliveryRules[row.kind];
    if (about === 'gallery') return visible.has(idIn(row.href));
    if (about === 'club') return isGlobalAdmin(reader) || isClubAdminOf(reader, idIn(row.href));
    return about === undefined || isGlobalAdmin(reader);
  });
}

/** The galleries of a mail whose news was read on the page since it was queued. */
export async function listReadGalleryIds(db: Kysely<DB>, mailId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notification')
    .select('href')
    .where('mail_id', '=', mailId)
    .where('kind', 'in', [...photoKinds])
    .where('read_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ href }) => idIn(href)));
}

const isAboutGallery = ({ kind }: { kind: ChosenKind }): boolean => deliveryRules[kind].about === 'gallery';

/** Where a notification leads: to its page, or else to itself among the notifications. */
export const pathOf = ({ href }: MailedNotification): string => href ?? '/notifications';

/** What a photographer wrote to the one who asked to take a photo down, as their notification shows it. */
export const answerIn = ({ params }: MailedNotification, t: MailText): string | undefined =>
  params.answer ? t('notification.answer', { answer: params.answer }) : undefined;

/** The facts of a notification as its text says them: a date in the words of the language. */
export const factsInWords = (
  { date, ...facts }: MailedNotification['params'],
  language: LanguageCode,
): MailedNotification['params'] =>
  date === undefined ? facts : { ...facts, date: formatDate(language, new Date(date)) };
