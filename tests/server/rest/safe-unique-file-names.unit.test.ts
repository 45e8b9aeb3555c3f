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

  test.each([
    ['a'.repeat(300), ''],
    ['ü'.repeat(200), '.jpg'],
    ['密'.repeat(100), '.jpeg'],
    ['u\u0308'.repeat(150), '.HEIC'],
    ['👍🏽'.repeat(40), '.png'],
    [`x${'🇩🇪'.repeat(60)}`, '.webp'],
    ['a'.repeat(251), '.jpg'],
    ['a'.repeat(252), '.jpg'],
    ['Turnier. '.repeat(60), ''],
    ['👍🏽'.repeat(40), ''],
  ])('have at most 255 bytes, whole characters and their ending: %s%s', (stem, ending) => {
    const unique = uniqueFileNames();
    const names = Array.from({ length: 1_100 }, () => unique(stem + ending));
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length);
    const whole = [...new Intl.Segmenter().segment(stem)].map(({ segment }) => segment);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.endsWith(ending)).toBe(true);
      const kept = name.slice(0, name.length - ending.length).replace(/ \(\d+\)$/, '');
      const characters = [...new Intl.Segmenter().segment(kept)].length;
      expect(whole.slice(0, characters).join('')).toBe(kept);
      expect(kept).not.toMatch(/[. ]$/);
    }
    const [first = ''] = names;
    if (Buffer.byteLength(stem + ending) > 255) expect(Buffer.byteLength(first)).toBeGreaterThan(225);
    else expect(first).toBe(stem + ending);
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
