import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The server decides what is past; its date is read in one place (client/hooks/use-today.ts). */
const client = globSync('client/**/*.{ts,tsx}');
const using = (pattern: RegExp, files = client) =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8')));

test('events never ask the browser for the date', () => {
  const events = client.filter((file) =>
    /^client\/(features\/galleries\/events|app\/routes\/.*event)/.test(file),
  );
  expect(events.length).toBeGreaterThan(15);
  expect(using(/new Date\(\)|\bcalendarDate\b/, events)).toEqual([]);
});

test('nor does anything else that speaks of today', () => {
  expect(using(/calendarDate\(new Date\(\)\)/)).toEqual(['client/hooks/use-today.ts']);
});
