import { expect, test } from 'vitest';
import { safeReturnPath } from '#client/app/route-guards.ts';

test.each([
  ['/clubs?q=nord', '/clubs?q=nord'],
  ['/gallery/1?photo=2#top', '/gallery/1?photo=2#top'],
  ['/a/../clubs', '/clubs'],
  ['/loginless', '/loginless'],
  ['/ä b?x=ü', '/%C3%A4%20b?x=%C3%BC'],
])('after signing in %s leads to %s', (from, path) => expect(safeReturnPath(from)).toBe(path));

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/%',
  '/clubs/%ff',
  '/login',
  '/LOGIN',
  '/%6cogin',
  '/./login?from=/',
  '/x/../login',
  '/login/',
  '/login?from=/',
  '',
  7,
  undefined,
  ['/clubs'],
])('after signing in %j leads to the start page', (from) => expect(safeReturnPath(from)).toBe('/'));
