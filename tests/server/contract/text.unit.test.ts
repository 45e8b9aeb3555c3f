import { describe, expect, test } from 'vitest';
import { description, email, name, text, username } from '#server/contract/schemas/common.ts';

const firstIssue = (schema: { safeParse(value: unknown): unknown }, value: string) => {
  const result = schema.safeParse(value) as { success: boolean; error?: { issues: { message: string }[] } };
  return result.success ? undefined : result.error?.issues[0]?.message;
};

/** Zero width space, word joiner, soft hyphen, Hangul filler, variation selector, tag, Braille blank. */
const INVISIBLE = ['\u200b', '\u2060', '\u00ad', '\u3164', '\ufe0f', '\u{e0041}', '\u2800'];

describe('usernames', () => {
  test.each(INVISIBLE.slice(0, -1))('hold no invisible character: case %#', (character) => {
    expect(firstIssue(username, `root${character}admin`)).toBe('Contains characters that are not allowed');
  });

  test.each([...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043'])(
    'hold one kind of hyphen: case %#',
    (hyphen) => {
      expect(username.parse(`root${hyphen}admin`)).toBe('root-admin');
    },
  );

  test('of any script are taken', () => {
    for (const word of ['Zoë_7', '李小龙', 'محمد', 'jean-luc.p@x'])
      expect(username.parse(word)).toBe(word.normalize('NFC'));
  });
});

describe('mail addresses', () => {
  test.each([
    'anna..jaeger@club.example',
    '.anna@club.example',
    'anna.@club.example',
    'anna@.club.example',
    'anna@club..example',
    'anna@club.example.',
    'anna@club',
    'anna@@club.example',
  ])('have no empty part: %s', (address) => {
    expect(firstIssue(email, address)).toBe('Please enter a valid email address');
  });

  test.each(['anna.jaeger+photos@mail.club.example', "o'neil_7@club.example", 'jäger@fußball-köln.example'])(
    'of any script are taken: %s',
    (address) => {
      expect(email.parse(address)).toBe(address);
    },
  );
});

describe('names', () => {
  test.each(INVISIBLE)('that show nothing are missing: case %#', (character) => {
    expect(firstIssue(name('Name'), ` ${character}${character} `)).toBe('Name is required');
    expect(text({ max: 200 }).parse(character)).toBe('');
    expect(description.parse(`${character}\n${character}`)).toBe('');
  });

  test.each([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
    'turn no sentence around: case %#',
    (control) => {
      expect(name('Name').parse(`Anna ${control}neztieH`)).toBe('Anna neztieH');
      expect(description.parse(`${control}one\ntwo`)).toBe('one\ntwo');
      expect(firstIssue(username, `anna${control}`)).toBe('Contains characters that are not allowed');
    },
  );

  test('keep the invisible characters that shape what is seen', () => {
    for (const word of ['Familie 👨‍👩‍👧', '❤️', 'می‌خواهم', '–'])
      expect(name('Name').parse(word)).toBe(word.normalize('NFC'));
  });
});
