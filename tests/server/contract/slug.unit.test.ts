import { expect, test } from 'vitest';
import { quickSlugFromName, slugFromName } from '#server/contract/slug.ts';

test('a slug follows from the name', () => {
  expect(slugFromName('  Cup   Final -- 2026! ')).toBe('cup-final-2026');
  expect(quickSlugFromName('Été à la plage', 7)).toBe('ete-a-la-plage');
  expect(slugFromName('Größtes Turnier')).toBe('groesstes-turnier');
  expect(slugFromName('GRO\u0308SSE')).toBe('groesse');
  expect(slugFromName('Çağrı Kupası & Łódź Øst')).toBe('cagri-kupasi-lodz-ost');
  expect(slugFromName('- ½ Marathon -')).toBe('12-marathon');
  expect(slugFromName('Матч')).toBe('');
  expect(quickSlugFromName('Ü!', 1234)).toBe('event-1234');
});
