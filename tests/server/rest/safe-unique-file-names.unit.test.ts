import { describe, expect, test } from 'vitest';
import { safeFileName, uniqueFileNames } from '#server/rest/downloads/safe-unique-file-names.ts';

describe('the names in an archive', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..', 'photo'],
    ['a\\b:c?.jpg', 'a_b_c_.jpg'],
    ['con.jpg', '_con.jpg'],
    ['.hidden.jpg', 'hidden.jpg'],
    ['ends with dot. ', 'ends with dot'],
    ['a\u202egpj.exe', 'a_gpj.exe'],
    ['Übung 1.jpg', 'Übung 1.jpg'],
  ])('%s can be unpacked everywhere', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  test('are unique, also without regard to upper case and beside names given before', () => {
    const unique = uniqueFileNames(['MISSING.txt']);
    const wishes = ['a.jpg', 'A.JPG', 'a (2).jpg', 'a.jpg', 'a', 'a', 'missing.txt'];
    expect(wishes.map(unique)).toEqual([
      'a.jpg',
      'A (2).JPG',
      'a (2) (2).jpg',
      'a (3).jpg',
      'a',
      'a (2)',
      'missing (2).txt',
    ]);
  });
});
