import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { safeUrl } from '#server/http/request-log.ts';
import { fileOperations } from '#server/rest/file-routes.openapi.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import { secretPathSegments } from '#server/rest/secret-path-segments.ts';

test.each([
  ['/api/galleries/shared/t0ken', '/api/galleries/shared/[hidden]'],
  ['/api/galleries/SHARED/t0ken/photos?limit=5', '/api/galleries/SHARED/[hidden]/photos?limit=5'],
  ['/api/calendar/t0ken.ics', '/api/calendar/[hidden]'],
  ['/api/Calendar/t0ken.ics?x=1', '/api/Calendar/[hidden]?x=1'],
  ['/api/mail/unsubscribe/t0ken', '/api/mail/unsubscribe/[hidden]'],
  ['/api/mail/Unsubscr%69be//t0ken/', '/api/mail/Unsubscr%69be//[hidden]/'],
  ['/login?from=%2Fgallery%2Fshared%2Ft0ken', '/login?from=hidden'],
  ['/gallery/shared/t0ken', '/gallery/shared/[hidden]'],
  [
    '/api/galleries/shared/t0ken?password=open&password=sesame',
    '/api/galleries/shared/[hidden]?password=hidden',
  ],
  ['/api/galleries/shared/t0ken?Password=sesame', '/api/galleries/shared/[hidden]?Password=hidden'],
  ['/api/galleries/shared/t0ken?p%61ssword=sesame', '/api/galleries/shared/[hidden]?password=hidden'],
  ['/dav/cup-final/Final/Mia%20Berg.jpg', '/dav/cup-final/Final/[hidden]'],
  ['/dav/cup-final/Final/', '/dav/cup-final/Final/'],
  ['/DAV//cup-final/Final//a/b.jpg', '/DAV//cup-final/Final/[hidden]'],
  ['/api/x?a=1?password=sesame', '/api/x?a=1'],
  ['/trpc/openedShareLink.open?input=%7B%22token%22%3A1%7D', '/trpc/openedShareLink.open?[hidden]'],
])('%s is written down as %s', (address, written) => {
  expect(safeUrl(address, secretPathSegments)).toBe(written);
});

const pages = [...readFileSync('client/app/router.tsx', 'utf8').matchAll(/path: '([^']+)'/g)].map(
  ([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'),
);
const paths = [...pages, ...[...routes, ...fileOperations].map(({ path }) => `/api${path}`)];

test.each(paths.filter((path) => /\{(token|file)\}/.test(path)))(
  'the secret of %s is not written down',
  (path) => {
    const filled = path.replace(/\{(token|file)\}/, 's3cret').replace(/\{\w+\}/g, '1');
    for (const address of [filled, filled.toUpperCase(), filled.replaceAll('/', '//'), `${filled}?x=1`])
      expect(safeUrl(address, secretPathSegments).toLowerCase()).not.toContain('s3cret');
  },
);

test('other parts of addresses are ids and words', () => {
  const parameters = paths.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  expect(parameters.filter((name) => !/^(id|token|file|role|purpose|model|\w+_?id)$/i.test(name))).toEqual(
    [],
  );
});
