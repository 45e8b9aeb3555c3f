import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dark, light, lime, onSignal, type Surface } from '#client/app/theme-colours.ts';

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

const texts: (keyof Surface)[] = ['ink', 'quiet', 'link', 'good', 'waiting', 'bad'];
const grounds: (keyof Surface)[] = ['ground', 'surface', 'raised', 'sunken', 'tint'];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_name, theme) => {
  for (const text of texts) {
    for (const ground of grounds) {
      it(`${text} is readable on ${ground}`, () => {
        expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
      });
    }
  }

  it.each(['bad', 'ink'] as const)('%s is readable on a message about a failure', (text) => {
    expect(contrast(theme[text], theme.badTint)).toBeGreaterThanOrEqual(4.5);
  });

  it('says what is on a filled button', () => {
    expect(contrast(theme.onFill, theme.fill)).toBeGreaterThanOrEqual(4.5);
  });

  it('draws the edges of controls visibly', () => {
    expect(contrast(theme.control, theme.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(theme.control, theme.ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('the signal', () => {
  it('always carries ink', () => {
    expect(contrast(onSignal, lime[4])).toBeGreaterThanOrEqual(7);
  });
});

describe('the first picture, before the theme is here', () => {
  const page = readFileSync(new URL('../../client/index.html', import.meta.url), 'utf8');
  it.each([
    ['light', light, 'html {'],
    ['dark', dark, 'html[data-mantine-color-scheme="dark"] {'],
  ] as const)('has the ground and the ink of the %s theme', (_name, theme, selector) => {
    const rule = page.slice(page.indexOf(selector)).split('}')[0];
    expect(rule).toContain(`background: ${theme.ground};`);
    expect(rule).toContain(`color: ${theme.ink};`);
  });
});
