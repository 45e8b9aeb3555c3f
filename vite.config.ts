import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite';

import { firstFailures, firstSections, laterErrors } from './client/i18n/first-sections.ts';

// The Host header is kept, so that the server's same-origin check sees what the browser sees.
const target = process.env.CLUBLENS_API ?? `http://127.0.0.1:${process.env.PORT || 3000}`;
const server = { target, changeOrigin: false };

/**
 * A style sheet in the head holds back the first picture until it is here. At the end of the body it holds back only
 * the script, which runs once the page can be dressed.
 */
function styleAfterFirstPicture(): Plugin {
  return {
    name: 'style-after-first-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet] = html.match(/\n *<link rel="stylesheet"[^>]*>/) ?? [];
        if (!sheet) throw new Error('index.html names no style sheet');
        return html.replace(sheet, '').replace('\n  </body>', `${sheet}\n  </body>`);
      },
    },
  };
}

const TEXTS = new URL('./client/i18n/', import.meta.url);

type Texts = { errors: object; failed: object } & Record<string, object>;

const pick = (texts: object, isWanted: (name: string) => boolean): object =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)));

function textsOf({ errors, failed, ...sections }: Texts, part: 'translation' | 'more'): object {
  const isFirst = part === 'translation';
  // A text may have variants: `too_many_attempts_hours`.
  const isLater = (name: string) => laterErrors.some((code) => name === code || name.startsWith(`${code}_`));
  return {
    errors: pick(errors, (name) => isLater(name) !== isFirst),
    failed: pick(failed, (name) => firstFailures.includes(name) === isFirst),
    ...pick(sections, (name) => firstSections.includes(name) === isFirst),
  };
}

/** Makes two files of each language: the sections of the first visit, and all others. See client/i18n/download-texts.ts. */
export function textFiles(): Plugin {
  const virtual = 'virtual:text-files';
  let isBuild = false;
  return {
    name: 'text-files',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load(id) {
      if (id !== `\0${virtual}`) return undefined;
      const addresses: Record<'translation' | 'more', Record<string, string>> = { translation: {}, more: {} };
      for (const file of readdirSync(TEXTS).filter((name) => name.endsWith('.json'))) {
        this.addWatchFile(fileURLToPath(new URL(file, TEXTS)));
        const language = file.replace('.json', '');
        const texts = JSON.parse(readFileSync(new URL(file, TEXTS), 'utf8')) as Texts;
        for (const part of ['translation', 'more'] as const) {
          const source = JSON.stringify(textsOf(texts, part));
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const fileName = `assets/${part === 'more' ? 'more-' : ''}${language}-${hash}.json`;
          if (isBuild) this.emitFile({ type: 'asset', fileName, source });
          addresses[part][language] = isBuild
            ? `/${fileName}`
            : `data:application/json,${encodeURIComponent(source)}`;
        }
      }
      return `export default ${JSON.stringify(addresses)}`;
    },
  };
}

/** Half of Mantine's style sheet is about components that nobody uses: those in use stand in app/mantine.css. */
function usedMantineStyles(): Plugin {
  const classesOf = (text: string) => new Set(text.match(/\bm_[\da-f]{6,8}\b/g));
  return {
    name: 'used-mantine-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const textOf = (file: (typeof files)[number]) =>
          file.type === 'chunk' ? file.code : Buffer.from(file.source).toString();
        const ending = (end: string) => files.filter(({ fileName }) => fileName.endsWith(end)).map(textOf);
        const [used, styled] = [classesOf(ending('.js').join()), classesOf(ending('.css').join())];
        const folder = fileURLToPath(new URL('./node_modules/@mantine/core/styles/', import.meta.url));
        for (const name of readdirSync(folder).filter((file) => file.endsWith('.layer.css'))) {
          const classes = [...classesOf(readFileSync(join(folder, name), 'utf8'))];
          if (classes.some((one) => used.has(one) && !styled.has(one)))
            this.error(`app/mantine.css lacks @import "@mantine/core/styles/${name}"`);
        }
      },
    },
  };
}

/** Pages of photos, whose scripts and texts are fetched at once with those of all pages; by the path in the address. */
const photoPages = {
  '^/gallery/shared/[^/]+$': 'opened-share-link-page',
  '^/gallery/[^/]+$': 'gallery-page',
  '^/my-photos$': 'my-photos-page',
};

const pageFile = (page: string): string => `/client/app/routes/${page}.tsx`;

/** Chromium compiles such a file while it comes, beside the page's own thread; else function by function as they are called. */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/** Writes into the page what public/before-first-paint.js starts to fetch, and has these files compiled at once. */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const withImports = (names: string[], found = new Set<string>()): Set<string> => {
          for (const chunk of chunks.filter(
            ({ fileName }) => names.includes(fileName) && !found.has(fileName),
          ))
            withImports(chunk.imports, found.add(chunk.fileName));
          return found;
        };
        const entry = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
        const pages = Object.entries(photoPages).map(([path, page]) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(pageFile(page)));
          if (!chunk) throw new Error(`there is no script of ${page}`);
          const scripts = [...withImports([chunk.fileName])].filter((name) => !entry.has(name));
          return { path, scripts: scripts.map((name) => `/${name}`) };
        });
        const first = new Set([
          ...entry,
          ...pages.flatMap(({ scripts }) => scripts.map((name) => name.slice(1))),
        ]);
        for (const chunk of chunks) if (first.has(chunk.fileName)) chunk.code = COMPILED_AT_ONCE + chunk.code;
        const texts: Record<string, string[]> = {};
        for (const name of Object.keys(bundle)) {
          const [, language] = /^assets\/(?:more-)?([a-z]{2})-[^/]*\.json$/.exec(name) ?? [];
          if (language) texts[language] = [...(texts[language] ?? []), `/${name}`];
        }
        const data = JSON.stringify({ pages, texts });
        return html.replace(
          '<script',
          () => `<script id="first-files" type="application/json">${data}</script>\n    <script`,
        );
      },
    },
  };
}

/**
 * The file for a module that several pages share: modules of the same first of these pages lie together, so that a page asks for
 * few files and the first visit for none that it does not need.
 */
function sharedFile(id: string, modules: Modules): string | null {
  const users = sharingPages.filter((page) => isPartOf(page, id, modules));
  return users.length > 0 ? users.join('-') : null;
}

const sharingPages = ['login', 'dashboard', 'opened-share-link'];

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const partsOfPages = new Map<string, Set<string>>();

function isPartOf(page: string, id: string, modules: Modules): boolean {
  let parts = partsOfPages.get(page);
  if (!parts) {
    parts = new Set();
    const open = [fileURLToPath(new URL(`.${pageFile(`${page}-page`)}`, import.meta.url))];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (parts.has(next)) continue;
      parts.add(next);
      // Packages name all they have in one file, which would count as a part of every page.
      const imports = modules.getModuleInfo(next)?.importedIds ?? [];
      open.push(...imports.filter((each) => !each.includes('node_modules')));
    }
    partsOfPages.set(page, parts);
  }
  return parts.has(id);
}

/** Compresses once what the server would compress anew, and less, for each visit. Browsers take it so by https and on their own machine. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      // A file of public/ comes as it is.
      const first = join(dir, 'before-first-paint.js');
      writeFileSync(first, minifySync(first, readFileSync(first, 'utf8')).code);
      for (const name of Object.keys(bundle).filter((each) => /^assets\/.*\.(js|css|json)$/.test(each))) {
        const text = readFileSync(join(dir, name), 'utf8');
        // Vite puts its own line above it.
        const inOrder = text.includes(COMPILED_AT_ONCE)
          ? COMPILED_AT_ONCE + text.replace(COMPILED_AT_ONCE, '')
          : text;
        writeFileSync(join(dir, name), inOrder);
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(inOrder));
      }
    },
  };
}

/** The client lives in client/, is built to dist/client and served by the same server that answers /api and /trpc. */
export default defineConfig({
  root: fileURLToPath(new URL('./client', import.meta.url)),
  plugins: [
    react(),
    textFiles(),
    styleAfterFirstPicture(),
    usedMantineStyles(),
    firstFiles(),
    compressedFiles(),
  ],
  server: {
    port: 5173,
    proxy: { '/api': server, '/trpc': server },
  },
  build: {
    outDir: fileURLToPath(new URL('./dist/client', import.meta.url)),
    emptyOutDir: true,
    // Fonts and icons stay files: the content security policy allows 'self', not data: addresses.
    assetsInlineLimit: 0,
    target: 'es2023',
    // One style sheet: a part of it that failed to load would not be asked for again, and its screen stay bare.
    cssCodeSplit: false,
    // The budget is kept by tests/e2e/first-visit-budget.spec.ts, on what a visitor really downloads.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What everybody needs first comes in two files instead of ninety: fewer requests, better compression,
        // and the libraries stay in the cache when only our own code has changed.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              tags: ['$initial'],
              test: /[\\/]node_modules[\\/]/,
              priority: 2,
            },
            { name: 'shell', tags: ['$initial'], priority: 1 },
            {
              name: 'icons',
              test: /[\\/]client[\\/]icons[\\/]/,
              minShareCount: 10,
              includeDependenciesRecursively: false,
            },
            {
              name: sharedFile,
              debugName: 'parts of pages',
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
