import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedIcons } from '../../scripts/docs/icons.ts';
import { generatedFiles } from '../../scripts/docs/setting-texts.ts';
import { OLDEST_RUNTIME } from '../../scripts/launch/runtime.mjs';

const README_BYTES_MAX = 8_192;

/** Pages that people read: those at the top, and docs/. */
const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')].sort();
const read = (page: string) => readFileSync(page, 'utf8');
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Anchors of a page as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const headings = read(page)
    .replace(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#{1,6} +(.+)$/gm);
  for (const [, heading = ''] of headings) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Links of a page to files of this repository. */
const linksOf = (page: string) =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** What is wrong with a link, or undefined. */
function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file) || !statSync(file).isFile()) return `${page}: ${link} leads to no file`;
  if (anchor !== undefined && !anchorsOf(file).has(anchor)) return `${page}: ${link} leads to no heading`;
  return undefined;
}

/** Files outside `docs/` that may name a page of it. */
const sources = [
  ...globSync(
    '{client,server,ml,migrations,scripts,tests,.ci,.github,.devcontainer}/**/*.{ts,tsx,mjs,json,yml}',
  ),
  ...globSync('{*.ts,*.yml,Dockerfile,.env.example,biome.json}'),
].filter((file) => !file.startsWith('tests/architecture/docs'));

describe('the documentation', () => {
  test('links to files and headings that exist', () => {
    expect(pages.length).toBeGreaterThan(60);
    const faults = pages.flatMap((page) => linksOf(page).map((link) => faultOf(page, link)));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('is reached from the README: no page is lost', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const link of linksOf(page)) {
        const file = relative('.', join(dirname(page), link.split('#')[0] ?? ''));
        if (file.endsWith('.md') && existsSync(file)) reached.add(file);
      }
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });

  test('names files and commands of this repository that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const faults = pages.flatMap((page) => {
      const text = read(page);
      const files = [
        ...text.matchAll(/`((?:client|server|ml|tests|scripts|models|migrations)\/[\w./-]+\.\w+)`/g),
      ];
      const commands = [...text.matchAll(/npm run ([\w:-]+)/g)];
      return [
        ...files.filter(([, file = '']) => !existsSync(file)).map(([, file]) => `${page}: ${file}`),
        ...commands
          .filter(([, name = '']) => !(name in scripts))
          .map(([, name]) => `${page}: npm run ${name}`),
      ];
    });
    expect(faults).toEqual([]);
  });

  test('is named by code, texts and settings as it is', () => {
    const faults = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
        .filter(([page]) => !existsSync(page))
        .map(([page]) => `${file}: ${page}`),
    );
    expect(faults).toEqual([]);
  });

  test('is pointed at page by page: nothing sends people into the README', () => {
    const senders = sources.filter((file) => /(?<!its |\/)\bREADME\b/.test(read(file)));
    expect(senders).toEqual([]);
  });

  test.each(Object.entries(generatedFiles))('%s is as `npm run docs` makes it', (file, make) => {
    expect(read(file)).toBe(make());
  });

  test('is without icons that nothing imports', () => {
    const made = readdirSync('client/icons').filter((file) => file.endsWith('.ts'));
    expect(made.sort()).toEqual(
      importedIcons()
        .map((name) => `${name}.ts`)
        .sort(),
    );
  });

  test('begins with a README that sells, starts and tests, and nothing else', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(README_BYTES_MAX);
    for (const command of ['npm start', 'npm test'])
      expect(read('README.md')).toContain(`\`\`\`\n${command}\n\`\`\``);
  });
});

describe('what editors and machines read', () => {
  test('names one version of Node, the one the server needs', () => {
    const major = Number(read('.nvmrc'));
    expect(major).toBe(OLDEST_RUNTIME);
    expect(read('Dockerfile')).toContain(`FROM node:${major}-slim`);
    expect(read('.devcontainer/devcontainer.json')).toContain(`javascript-node:${major}-`);
  });

  test('has the hosted workflow run what a change must pass', () => {
    expect(read('.github/workflows/ci.yml')).toMatch(/^ {6}- run: \.ci\/run$/m);
    expect(statSync('.ci/run').mode & 0o100).toBe(0o100);
  });
});
