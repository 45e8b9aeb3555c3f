import { expect, test } from 'vitest';
import { isListOfChildren } from '#server/features/member-imports/is-list-of-children.ts';
import { readList } from '#server/features/member-imports/reading/read-list.ts';

const readsAsChildren = (...rows: string[]) => {
  const { lines, columns } = readList(Buffer.from(rows.join('\n')), {});
  return isListOfChildren(lines, columns, '2026-11-28');
};

test.each([
  [
    'most people with a date of birth are minors',
    true,
    ['Name;geb.', 'A B;3.5.2018', 'C D;1.1.2010', 'E F;1.1.1980', 'G H;'],
  ],
  ['the mail is that of the parents', true, ['Vorname;Nachname;E-Mail der Eltern', 'Mia;Roth;a@x.example']],
  ['half are adults', false, ['Name;geb.', 'A B;3.5.2018', 'E F;28.11.2008']],
  ['nobody has a date of birth', false, ['Vorname;Nachname;E-Mail', 'Mia;Roth;a@x.example']],
  [
    'the mail of the parents stands beside that of the member',
    false,
    ['Vorname;Nachname;E-Mail;E-Mail Eltern', 'Mia;Roth;a@x.example;b@x.example'],
  ],
])('a list where %s is one of children: %s', (_what, expected, rows) => {
  expect(readsAsChildren(...rows)).toBe(expected);
});
