import { expect, test } from 'vitest';
import { eventNameFrom, eventOfDay } from '#client/features/galleries/events/propose-event.ts';

test.each([
  ['U13 gegen TSV Nord', 'U13 gegen TSV Nord'],
  ['2026-06-13 Sommerfest', 'Sommerfest'],
  ['20260613_Sommerfest', 'Sommerfest'],
  ['Derby 13.06.2026', 'Derby'],
  ['Pokalfinale 13.6.', 'Pokalfinale'],
  ['U9', 'U9 13 June'],
  ['2026-06-13', undefined],
  ['100CANON', undefined],
  ['DCIM', undefined],
  ['Fotos', undefined],
  ['', undefined],
  [undefined, undefined],
])('of a folder "%s": %s', (folder, name) => {
  expect(eventNameFrom(folder, '13 June')).toBe(name);
});

const event = (name: string, event_date = '2026-06-13') => ({ name, event_date });

test('the only event of the day is taken, of several the one that the folder names', () => {
  const [cup, camp] = [event('Cup final U13'), event('Summer camp')];
  expect(eventOfDay([cup, event('Derby', '2026-06-14')], '2026-06-13', 'DCIM')).toBe(cup);
  expect(eventOfDay([cup, camp], '2026-06-13', '2026-06-13 u13 final')).toBe(cup);
  expect(eventOfDay([cup, camp], '2026-06-13', 'DCIM')).toBeUndefined();
  expect(eventOfDay([cup], '2026-06-12', 'Cup final U13')).toBeUndefined();
});
