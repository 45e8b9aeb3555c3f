import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { sampleLists, sampleRows } from '#client/features/people/member-imports/sample-rows.ts';
import de from '#client/i18n/de.json' with { type: 'json' };
import en from '#client/i18n/en.json' with { type: 'json' };
import { toCsv } from '#server/contract/csv.ts';
import { readList } from '#server/features/people/member-imports/reading/read-list.ts';

const texts = { en, de };
const wordsOf = (language: keyof typeof texts) =>
  ((key: string) =>
    key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts[language])) as TFunction;

for (const language of ['en', 'de'] as const)
  for (const list of sampleLists)
    test(`the sample for ${list} is read without a correction (${language})`, () => {
      const csv = toCsv(sampleRows(wordsOf(language), list), language === 'de' ? ';' : ',');
      const read = readList(new TextEncoder().encode(csv));
      const last = { members: 'role', children: 'email' } as const;
      expect(read.columns.map(({ meaning }) => meaning)).toEqual([
        ...['first_name', 'last_name', list === 'members' ? 'email' : 'born_on', last[list]],
      ]);
      expect(read.lines.map(({ fault }) => fault)).toEqual([null, null]);
      expect(read.lines.map(({ born_on, role }) => born_on ?? role)).toEqual(
        list === 'members' ? ['member', 'photographer'] : ['2015-05-01', '2017-08-02'],
      );
    });
