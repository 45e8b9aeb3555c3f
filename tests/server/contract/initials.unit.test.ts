import { expect, test } from 'vitest';
import { initialsOf } from '#server/contract/initials.ts';

test.each([
  ['Jörg Ünlü-Groß', 'JÜ'],
  ['Jean-Luc', 'J'],
  ["Anna O'Brien", 'AO'],
  ['Müller (Vorstand)', 'MV'],
  ['Mia 2', 'M'],
  ['🙂', '🙂'],
])('%s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
