import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '#client/i18n/languages.ts';
import { languageCodes } from '#server/contract/languages.ts';
import { mailTexts } from '#server/features/administration/mail/rendering/mail-texts.ts';
import { type MailContent, renderMail } from '#server/features/administration/mail/rendering/render-mail.ts';

const content: MailContent = {
  language: 'en',
  installation: 'TSV Nord & Friends',
  subject: 'Two <galleries> & "more"',
  title: 'Photos of the weekend',
  blocks: [
    { kind: 'text', text: 'Hello Anna <b>Muster</b>' },
    { kind: 'heading', text: 'Cup final' },
    {
      kind: 'list',
      items: [
        { text: 'First half & more', detail: '12 photos', url: 'https://club.example/gallery/1?a=1&b=2' },
        { text: 'Second half' },
      ],
    },
    { kind: 'button', label: 'See all', url: 'https://club.example/gallery' },
  ],
  footer: [
    { text: 'You chose it so' },
    { text: 'No more of these', url: 'https://club.example/unsubscribe#x' },
  ],
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** What a reader of the HTML sees, and where its links lead. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<title>[\s\S]*?<\/title>/g, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '?');
const wordSet = (text: string) => new Set(text.toLowerCase().match(/[^\s*:]+/g));

test('text and HTML say the same', () => {
  const { text, html } = renderMail(content);
  expect(wordSet(wordsOf(html))).toEqual(new Set([...wordSet(text)].filter((word) => word !== '--')));
});

test('what people typed is never markup', () => {
  const { html } = renderMail(content);
  expect(html).not.toContain('<b>');
  expect(html).toContain('Hello Anna &lt;b&gt;Muster&lt;/b&gt;');
  expect(html).toContain('<title>Two &lt;galleries&gt; &amp; &quot;more&quot;</title>');
});

test('nothing is loaded from anywhere, and both themes are declared', () => {
  const { html } = renderMail(content);
  expect(html).not.toMatch(/<(img|link|script|iframe|object|video)|url\(|@import|src=/i);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).toContain('name="viewport"');
});

test('the pages and the mails know the same languages', () => {
  expect(languages.map(({ code }) => code)).toEqual([...languageCodes]);
});

type Tree = { [key: string]: string | Tree };
const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );
const [en, de] = languageCodes.map(
  (code) =>
    new Map(
      flatten(
        JSON.parse(
          readFileSync(`server/features/administration/mail/rendering/texts/${code}.json`, 'utf8'),
        ) as Tree,
      ),
    ),
) as [Map<string, string>, Map<string, string>];

test('texts exist in every language, with the same facts, and address Germans politely', () => {
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  expect([...de.values(), ...en.values()].filter((text) => text.includes('Clublens'))).toEqual([]);
  const facts = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
  for (const [key, text] of en) expect(facts(de.get(key)), key).toEqual(facts(text));
  for (const [key, text] of de) expect(/\b(du|dein|deine|deinen|dir|dich)\b/i.test(text), key).toBe(false);
});

test('a key that is not there is a mistake, never a mail with a key in it', () => {
  expect(() => mailTexts('en', 'Clublens')('no.such.text')).toThrow('no.such.text');
});
