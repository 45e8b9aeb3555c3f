/** How mail is sent from this installation, without the secrets of the connection. */
export type MailSettings = {
  /** `Name <address>` or an address. */
  from: string;
  /** Scheme and host of links in mails; null: no mail with a link is sent. */
  publicUrl: string | null;
};

declare module '#server/app-context.ts' {
  interface AppContext {
    /** Null: no mail is sent. */
    mail: MailSettings | null;
  }
}

/** The settings of mails with links; null where such mails are not sent. */
export function mailWithLinks(mail: MailSettings | null): { from: string; publicUrl: string } | null {
  return mail?.publicUrl ? { from: mail.from, publicUrl: mail.publicUrl } : null;
}
