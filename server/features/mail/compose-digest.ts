import type { LanguageCode } from '#server/contract/languages.ts';
import { listGalleriesForMail } from '#server/features/galleries/galleries.repository.ts';
import { mailWithLinks } from '#server/features/mail/mail-with-links.ts';
import type { MailText } from '#server/features/mail/rendering/mail-texts.ts';
import type { MailBlock } from '#server/features/mail/rendering/render-mail.ts';
import type { Composer } from './compose-mail.ts';
import {
  factsInWords,
  idIn,
  listMailedNotifications,
  type MailedNotification,
} from './mailed-notifications.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** Galleries listed in one mail; of further ones only the number is given. */
const GALLERIES_MAX = 30;
type GalleryRow = Awaited<ReturnType<typeof listGalleriesForMail>>[number];

/**
 * The daily digest: galleries by event, each once, then the rest. Galleries of which the reader is shown no photo
 * are left out.
 */
export const composeDigest: Composer = async (ctx, { mail, reader, language, t }) => {
  const links = mailWithLinks(ctx.mail);
  const notifications = await listMailedNotifications(ctx.db, mail.id, reader, 'digest');
  if (!links || notifications.length === 0 || !reader.email_verified_at) return null;
  const isNews = ({ kind }: MailedNotification) => kind === 'gallery_created' || kind === 'photos_processed';
  const ids = [...new Set(notifications.filter(isNews).map(({ href }) => idIn(href)))];
  const listed = ids.length > 0 ? await listGalleriesForMail(ctx.db, reader, ctx.clock.today(), ids) : [];
  const galleries = listed.filter(({ photos }) => photos > 0);
  const rest = notifications.filter((one) => !isNews(one));
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
  const items = rest.map(({ kind, params, href }) => ({
    text: t(`kind.${kind}`, factsInWords(params, language)),
    ...(href ? { url: publicUrl + href } : {}),
  }));
  return [
    { kind: 'heading', text: t('digest.further') },
    { kind: 'list', items },
  ];
}
