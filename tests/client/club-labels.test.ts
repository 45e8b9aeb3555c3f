import { expect, test } from 'vitest';
import { clubChoices } from '#client/features/clubs/clubs/club-labels.ts';

const club = (id: string, facts: { name?: string; sport?: string; text?: string; day?: string } = {}) => ({
  id,
  name: facts.name ?? 'TSV Nord',
  slug: `tsv-nord-${id}`,
  sport_type: facts.sport ?? 'Handball',
  description: facts.text ?? '',
  created_at: `${facts.day ?? '2026-11-24'}T10:00:00.000Z`,
});
const labels = (...clubs: ReturnType<typeof club>[]) =>
  clubChoices(clubs, (iso) => iso.slice(0, 10)).map(({ label }) => label);

test('clubs of different names are called by them', () => {
  expect(labels(club('1'), club('2', { name: 'SV Süd' }))).toEqual(['TSV Nord', 'SV Süd']);
});

test('clubs of one name are told apart by the first fact that differs', () => {
  expect(labels(club('1'), club('2', { sport: 'Tennis' }))).toEqual([
    'TSV Nord (Handball)',
    'TSV Nord (Tennis)',
  ]);
  expect(labels(club('1', { text: 'Kiel\nsince 1921' }), club('2', { text: 'Husum' }))).toEqual([
    'TSV Nord (Kiel)',
    'TSV Nord (Husum)',
  ]);
  expect(labels(club('1', { day: '2026-01-02' }), club('2'))).toEqual([
    'TSV Nord (2026-01-02)',
    'TSV Nord (2026-11-24)',
  ]);
  expect(labels(club('1'), club('2'))).toEqual(['TSV Nord (tsv-nord-1)', 'TSV Nord (tsv-nord-2)']);
});
