import type { LanguageCode } from '#server/contract/languages.ts';
import { getDeliveries } from '#server/features/accounts/notifications/preferences.repository.ts';
import type { MailText } from '#server/features/administration/mail/rendering/mail-texts.ts';
import type { MailBlock } from '#server/features/administration/mail/rendering/render-mail.ts';
import { listGalleriesForMail } from '#server/features/galleries/galleries/galleries.repository.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { OutboxMail } from '#server/features/platform/outbox/outbox.repository.ts';
import type { ComposeDependencies, Composer } from './compose-mail.ts';
import { photoKinds } from './digest-photos.repository.ts';
import type { MailReader } from './mail-recipients.repository.ts';
import {
  answerIn,
  factsInWords,
  idIn,
  listMailedNotifications,
  listReadGalleryIds,
  type MailedNotification,
  pathOf,
} from './mailed-notifications.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** Galleries listed in one mail; of further ones only the number is given. */
const GALLERIES_MAX = 30;
type GalleryRow = Awaited<ReturnType<typeof listGalleriesForMail>>[number];

/**
 * The daily digest: galleries by event, each once with how many photos are new, then the rest. Galleries of which the reader
 * is shown no new photo are left out.
 */
export const composeDigest: Composer = async (ctx, { mail, reader, language, t }) => {
  const links = mailWithLinks(ctx.mail);
  const notifications = await listMailedNotifications(ctx.db, mail.id, reader, 'digest');
  if (!links || !reader.email_verified_at) return null;
  const galleries = await listGalleriesWithNews(ctx, mail, reader, notifications.filter(isAboutPhotos));
  const rest = notifications.filter((one) => !isAboutPhotos(one));
  if (galleries.length === 0 && rest.length === 0) return null;
  const unsubscribe = unsubscribeUrls(ctx, links.publicUrl, reader.id, 'digest');
  return {
    to: reader.email,
    language,
    unsubscribeUrl: unsubscribe.oneClick,
    subject: galleries.length > 0 ? t('digest.subject', { count: galleries.length }) : t('digest.news'),
    title: t('digest.title'),
    blocks: [
      ...galleryBlocks(galleries, links.publicUrl, t),
      ...restBlocks(rest, links.publicUrl, language, t),
      { kind: 'text', text: t('digest.sign_in') },
    ],
    footer: [
      { text: t('footer.digest') },
      { text: t('footer.settings'), url: `${links.publicUrl}/settings` },
      { text: t('footer.unsubscribe'), url: unsubscribe.page },
    ],
  };
};

const isAboutPhotos = ({ kind }: MailedNotification): boolean => photoKinds.some((one) => one === kind);

/** What queue-digests.ts wrote into the mail, as far as the reader may see it and wants it now. */
async function listGalleriesWithNews(
  ctx: ComposeDependencies,
  mail: OutboxMail,
  reader: MailReader,
  notifications: MailedNotification[],
): Promise<GalleryRow[]> {
  // `queued`: by id of a gallery, since when its photos are new. Digests queued by earlier releases have neither this nor `until`:
  // the galleries of their notifications are told of.
  const { until = 'infinity', ...queued } = mail.params;
  const notified = notifications.map(({ href }) => [idIn(href), queued[idIn(href)] ?? '-infinity'] as const);
  const { gallery_created } = await getDeliveries(ctx.db, reader.id);
  const wanted = { ...(gallery_created === 'digest' ? queued : {}), ...Object.fromEntries(notified) };
  const visible = await allowedGalleryIds(ctx.db, reader, Object.keys(wanted), 'read');
  const read = await listReadGalleryIds(ctx.db, mail.id);
  const told = Object.entries(wanted).filter(([id]) => visible.has(id) && !read.has(id));
  if (told.length === 0) return [];
  const today = ctx.clock.today();
  const galleries = await listGalleriesForMail(ctx.db, reader, today, Object.fromEntries(told), until);
  return galleries.filter(({ photos }) => photos > 0);
}

function galleryBlocks(galleries: GalleryRow[], publicUrl: string, t: MailText): MailBlock[] {
  const shown = galleries.slice(0, GALLERIES_MAX);
  const events = [...new Set(shown.map(({ event_id }) => event_id))].map((id) =>
    shown.filter(({ event_id }) => event_id === id),
  );
  const blocks = events.flatMap((ofEvent): MailBlock[] => [
    { kind: 'heading', text: ofEvent[0]?.event_name ?? '' },
    {
      kind: 'list',
      items: ofEvent.map(({ id, name, photos }) => ({
        text: name,
        detail: t('digest.photos', { count: photos }),
        url: `${publicUrl}/gallery/${id}`,
      })),
    },
  ]);
  const more = galleries.length - shown.length;
  return more > 0 ? [...blocks, { kind: 'text', text: t('digest.more', { count: more }) }] : blocks;
}

function restBlocks(
  rest: MailedNotification[],
  publicUrl: string,
  language: LanguageCode,
  t: MailText,
): MailBlock[] {
  if (rest.length === 0) return [];
  const items = rest.map((one) => {
    const answer = answerIn(one, t);
    return {
      text: t(`kind.${one.kind}`, factsInWords(one.params, language)),
      ...(answer ? { detail: answer } : {}),
      url: publicUrl + pathOf(one),
    };
  });
  return [
    { kind: 'heading', text: t('digest.further') },
    { kind: 'list', items },
  ];
}
