import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withName } from '#server/http/client-page.ts';

const page = readFileSync('client/index.html', 'utf8');

test("the page holds the installation's name as its title and for the client", () => {
  const named = withName(page, 'TSV Nord Fotos');
  expect(named).toContain('<title>TSV Nord Fotos</title>');
  expect(named).toContain('<meta name="application-name" content="TSV Nord Fotos"');
});

test('a name is text, whatever it looks like', () => {
  const named = withName(page, `</title><script>"$& $1 'x'`);
  expect(named).toContain('<title>&lt;/title&gt;&lt;script&gt;&quot;$&amp; $1 &#39;x&#39;</title>');
  expect(named).toContain('content="&lt;/title&gt;&lt;script&gt;&quot;$&amp; $1 &#39;x&#39;"');
  expect(named.match(/<script/g)).toEqual(page.match(/<script/g));
});

test('the page says below which addresses its files cannot be found', () => {
  for (const hint of ['an address of its own', 'eine eigene Adresse']) expect(page).toContain(hint);
});
