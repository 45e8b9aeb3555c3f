import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstSections } from '#client/i18n/first-sections.ts';
import { importsOf } from '#tests/architecture/imports-of.ts';

const sections = Object.keys(JSON.parse(readFileSync('client/i18n/en.json', 'utf8')) as object);
const otherScreens = /\bscreen\(\s*\(\) => import\('[^']+'\)/g;
const textKey = /[`'"]([a-z_]+)\.[a-zA-Z_$]/g;

/** The client's files that are loaded, or can be, before another screen than a first one is opened. */
function filesOfFirstVisit(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string) => {
    if (found.has(file) || !file.startsWith('client/') || !/\.tsx?$/.test(file) || !existsSync(file)) return;
    const text = readFileSync(file, 'utf8').replace(otherScreens, 'screen(() => null');
    found.set(file, text);
    for (const { target, typeOnly } of importsOf(file, text)) if (!typeOnly) visit(target);
  };
  visit('client/main.tsx');
  return found;
}

test('the first visit has the texts of every section that its files name, and no others', () => {
  const files = filesOfFirstVisit();
  expect(files.has('client/app/routes/dashboard-page.tsx')).toBe(true);
  expect(files.has('client/app/routes/gallery-page.tsx')).toBe(false);
  const named = new Set<string>();
  for (const text of files.values())
    for (const [, section = ''] of text.matchAll(textKey)) if (sections.includes(section)) named.add(section);
  expect([...named].sort()).toEqual([...firstSections]);
});
