import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { Composer } from './compose-mail.ts';
import { answerIn, factsInWords, listMailedNotifications, pathOf } from './mailed-notifications.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** A mail about one notification. Its subject names no person: it is read over shoulders. */
export const composeNotification: Composer = async (ctx, { mail, reader, language, t }) => {
  const links = mailWithLinks(ctx.mail);
  const [notification] = await listMailedNotifications(ctx.db, mail.id, reader, 'at_once');
  if (!links || !notification || !reader.email_verified_at) return null;
  const facts = factsInWords(notification.params, language);
  const answer = answerIn(notification, t);
  const unsubscribe = unsubscribeUrls(ctx, links.publicUrl, reader.id, notification.kind);
  return {
    to: reader.email,
    language,
    unsubscribeUrl: unsubscribe.oneClick,
    subject: t(`subject.${notification.kind}`, facts),
    title: t(`kind.${notification.kind}`, facts),
    blocks: [
      ...(answer ? [{ kind: 'text' as const, text: answer }] : []),
      { kind: 'button', label: t('notification.button'), url: links.publicUrl + pathOf(notification) },
    ],
    footer: [
      { text: t('footer.at_once') },
      { text: t('footer.settings'), url: `${links.publicUrl}/settings` },
      { text: t('footer.unsubscribe'), url: unsubscribe.page },
    ],
  };
};
