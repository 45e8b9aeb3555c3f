import { expect, test } from 'vitest';
import { safeUrl } from '#server/http/request-log.ts';

test.each([
  ['/api/galleries/shared/t0ken', '/api/galleries/shared/[hidden]'],
  ['/api/galleries/SHARED/t0ken/photos?limit=5', '/api/galleries/SHARED/[hidden]/photos?limit=5'],
  ['/api/calendar/t0ken.ics', '/api/calendar/[hidden]'],
  ['/api/Calendar/t0ken.ics?x=1', '/api/Calendar/[hidden]?x=1'],
  ['/gallery/shared/t0ken', '/gallery/shared/[hidden]'],
  [
    '/api/galleries/shared/t0ken?password=open&password=sesame',
    '/api/galleries/shared/[hidden]?password=hidden',
  ],
  ['/api/galleries/shared/t0ken?Password=sesame', '/api/galleries/shared/[hidden]?Password=hidden'],
  ['/api/galleries/shared/t0ken?p%61ssword=sesame', '/api/galleries/shared/[hidden]?password=hidden'],
  ['/api/x?a=1?password=sesame', '/api/x?a=1'],
  ['/trpc/shared.open?input=%7B%22token%22%3A1%7D', '/trpc/shared.open?[hidden]'],
])('%s is written down as %s', (address, written) => {
  expect(safeUrl(address)).toBe(written);
});
