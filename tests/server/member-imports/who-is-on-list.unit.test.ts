import { expect, test } from 'vitest';
import { readList } from '#server/features/people/member-imports/reading/read-list.ts';
import { whoIsOnList } from '#server/features/people/member-imports/who-is-on-list.ts';

const readAs = (...rows: string[]) => {
  const { lines, columns } = readList(Buffer.from(rows.join('\n')), {});
  return whoIsOnList(lines, columns, '2026-11-28');
};

test.each([
  [
    'most people with a date of birth are minors',
    'children',
    ['Name;geb.', 'A B;3.5.2018', 'C D;1.1.2010', 'E F;1.1.1980', 'G H;'],
  ],
  [
    'the mail is that of the parents',
    'children',
    ['Vorname;Nachname;E-Mail der Eltern', 'Mia;Roth;a@x.example'],
  ],
  ['half are adults', 'members', ['Name;geb.', 'A B;3.5.2018', 'E F;28.11.2008']],
  ['nobody has a date of birth', 'members', ['Vorname;Nachname;E-Mail', 'Mia;Roth;a@x.example']],
  [
    'the mail of the parents stands beside that of the member',
    'members',
    ['Vorname;Nachname;E-Mail;E-Mail Eltern', 'Mia;Roth;a@x.example;b@x.example'],
  ],
  ['the years have two digits', 'children', ['Name;geb.', 'A B;3.5.18', 'C D;1.1.10', 'E F;1.1.80']],
  ['the dates are numbers of a spreadsheet', 'children', ['Name;geb.', 'A B;43223', 'C D;40179']],
  ['no date can be read', 'unknown', ['Name;geb.', 'A B;Mai 18', 'C D;Sommer 2010']],
  ['most dates cannot be read', 'unknown', ['Name;geb.', 'A B;Mai 18', 'C D;Mai 19', 'E F;1.1.1980']],
])('a list where %s is one of %s', (_what, expected, rows) => {
  expect(readAs(...rows)).toBe(expected);
});
