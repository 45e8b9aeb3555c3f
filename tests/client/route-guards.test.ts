import { expect, test } from 'vitest';
import { safeReturnPath } from '#client/app/route-guards.ts';

test('after signing in one lands only on paths of this site', () => {
  expect(safeReturnPath('/clubs?q=nord')).toBe('/clubs?q=nord');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/login',
    '/login?from=/',
    '',
    7,
    undefined,
  ])
    expect(safeReturnPath(bad), String(bad)).toBe('/');
});
