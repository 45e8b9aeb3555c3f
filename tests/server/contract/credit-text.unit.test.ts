import { expect, test } from 'vitest';
import { creditText } from '#server/contract/credit-text.ts';

test.each([
  ['Anna Berg, anna@foto-berg.de', 'Anna Berg'],
  ['Foto Berg – www.foto-berg.de', 'Foto Berg'],
  ['© Anna Berg · https://foto-berg.de/rechte · Tel. 0171 2345678', '© Anna Berg'],
  ['Anna Berg, Hauptstraße 12a, 12345 Musterstadt', 'Anna Berg'],
  ['Anna Berg, Mobil: +49 (171) 234 56-78', 'Anna Berg'],
  ['© 2019-2026 Anna Berg', '© 2019-2026 Anna Berg'],
  ['© 2024 Anna Berg', '© 2024 Anna Berg'],
  ['Anna\r\nBerg\u0000', 'Anna Berg'],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['anna@foto-berg.de', ''],
])('of %j is %j', (text, kept) => expect(creditText(text)).toBe(kept));
