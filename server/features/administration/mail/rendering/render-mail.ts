import type { LanguageCode } from '#server/contract/languages.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { mailTexts } from './mail-texts.ts';

/** One part of a mail, from top to bottom. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: { text: string; detail?: string; url?: string }[] };

/** What a mail says, before it is text or HTML. */
export interface MailContent {
  language: LanguageCode;
  /** What the installation is called. */
  installation: string;
  subject: string;
  title: string;
  blocks: MailBlock[];
  /** Small print: why the mail came and how to end it. */
  footer: { text: string; url?: string }[];
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export function renderMail(content: MailContent): RenderedMail {
  return { subject: content.subject, text: asText(content), html: asHtml(content) };
}

function asText({ language, installation, title, blocks, footer }: MailContent): string {
  const t = mailTexts(language, installation);
  const parts = blocks.map(blockAsText);
  const small = footer.map(({ text, url }) => (url ? `${text}: ${url}` : text));
  return `${[title, ...parts, `-- \n${[t('signature'), ...small].join('\n')}`].join('\n\n')}\n`;
}

function blockAsText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'heading':
      return block.text.toUpperCase();
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'list':
      return block.items
        .map(({ text, detail, url }) => [`* ${text}`, detail, url].filter(Boolean).join('\n  '))
        .join('\n');
  }
}

/** Tables and inline styles, as mail programs need them; no picture and nothing from elsewhere. */
function asHtml({ language, installation, subject, title, blocks, footer }: MailContent): string {
  const t = mailTexts(language, installation);
  const small = [t('signature'), ...footer.map(({ text, url }) => (url ? { text, url } : text))]
    .map(
      (line) =>
        `<p class="dim" style="margin:0 0 6px">${typeof line === 'string' ? escapeHtml(line) : link(line.url, line.text, 'dim')}</p>`,
    )
    .join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
a { color: #1d4ed8; }
.dim, .dim a { color: #52607a; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1020 !important; }
  .card { background: #131c33 !important; color: #eef2fb !important; }
  .dim, .dim a, a.dim { color: #a9b4cc !important; }
  a { color: #9db8ff !important; }
  a.button { color: #ffffff !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f5fa">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;background:#ffffff;color:#0e1630;border-radius:12px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td style="padding:24px 20px 8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${blocks.map(blockAsHtml).join('\n')}
</td></tr>
<tr><td style="padding:8px 20px 24px;font-size:13px">${small}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function blockAsHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:20px 0 8px;font-size:17px;line-height:1.3">${escapeHtml(block.text)}</h2>`;
    case 'button':
      return (
        `<p style="margin:0 0 12px"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p>\n` +
        `<p class="dim" style="margin:0 0 16px;font-size:13px;word-break:break-all">${escapeHtml(block.url)}</p>`
      );
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.items.map(itemAsHtml).join('')}</ul>`;
  }
}

function itemAsHtml({ text, detail, url }: { text: string; detail?: string; url?: string }): string {
  const name = url ? link(url, text) : escapeHtml(text);
  const more = detail ? `<br><span class="dim" style="font-size:14px">${escapeHtml(detail)}</span>` : '';
  return `<li style="margin:0 0 8px">${name}${more}</li>`;
}

const link = (url: string, text: string, name = '') =>
  `<a${name ? ` class="${name}"` : ''} href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
