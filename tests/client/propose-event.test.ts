import { expect, test } from 'vitest';
import {
  datedFolder,
  eventNameFrom,
  eventOfDay,
  isNamedAlike,
} from '#client/features/galleries/events/propose-event.ts';

test.each([
  ['U13 gegen TSV Nord', 'U13 gegen TSV Nord', undefined],
  ['2026-06-13 Sommerfest', 'Sommerfest', '2026-06-13'],
  ['2026 06 13 Sommerfest', 'Sommerfest', '2026-06-13'],
  ['20260613_Sommerfest', 'Sommerfest', '2026-06-13'],
  ['20260613 Sommerfest', 'Sommerfest', '2026-06-13'],
  ['28.11.2026 U17 gegen Adlerhorst', 'U17 gegen Adlerhorst', '2026-11-28'],
  ['13_06_26 Sommerfest', 'Sommerfest', '2026-06-13'],
  ['Derby 13.06.2026', 'Derby', '2026-06-13'],
  ['Derby - 2026-06-13', 'Derby', '2026-06-13'],
  ['Pokalfinale 13.6.', 'Pokalfinale', '2026-06-13'],
  ['Pokalfinale 24.12.', 'Pokalfinale', '2025-12-24'],
  ['U9', 'U9 13 June', undefined],
  ['2026-06-13', undefined, '2026-06-13'],
  ['2026-02-30 Fasching', '2026-02-30 Fasching', undefined],
  ['2026-13-01 Fasching', '2026-13-01 Fasching', undefined],
  ['1-2 Halbfinale', '1-2 Halbfinale', undefined],
  ['U15 2026', 'U15 2026', undefined],
  ['100CANON', undefined, undefined],
  ['DCIM', undefined, undefined],
  ['Fotos', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('of a folder "%s": %s on %s', (folder, name, day) => {
  const dated = datedFolder(folder, '2026-11-30');
  expect(eventNameFrom(dated.name, '13 June')).toBe(name);
  expect(dated.day).toBe(day);
});

const event = (name: string, event_date = '2026-06-13') => ({ name, event_date });

test('the event of the day is taken that the folder names, or the only one; else somebody is asked', () => {
  const [cup, camp] = [event('Cup final U13'), event('Summer camp')];
  expect(eventOfDay([cup, event('Derby', '2026-06-14')], '2026-06-13', 'DCIM')).toEqual({ event: cup });
  expect(eventOfDay([cup, camp], '2026-06-13', 'u13 final')).toEqual({ event: cup });
  expect(eventOfDay([cup, camp], '2026-06-13', 'DCIM')).toEqual({ asked: [cup, camp] });
  expect(eventOfDay([cup], '2026-06-13', 'U15 against Pullach')).toEqual({ asked: [cup] });
  expect(eventOfDay([cup], '2026-06-12', 'Cup final U13')).toEqual({});
});

test.each([
  ['Cup final', 'cup final edited', true],
  ['U13 against TSV (corrected)', 'U13 against TSV', true],
  ['Cup final', 'Cup draw', false],
  ['U13', 'U15', false],
  ['Cup final', '', false],
])('a gallery "%s" is named as "%s": %s', (name, other, isAlike) => {
  expect(isNamedAlike(name, other)).toBe(isAlike);
});
