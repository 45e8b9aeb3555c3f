import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** The client lives in client/, is built to dist/client and served by the same server that answers /api and /trpc. */
export default defineConfig({
  root: fileURLToPath(new URL('./client', import.meta.url)),
  plugins: [react(), styleAfterFirstPicture()],
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
    // The budget is kept by tests/e2e/budget.spec.ts, on what a visitor really downloads.
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
          ],
        },
      },
    },
  },
});
