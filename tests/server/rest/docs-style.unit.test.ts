import { expect, it } from 'vitest';
import { dark, light } from '#client/app/theme-colours.ts';
import { docsStyle } from '#server/rest/docs-style.ts';

it.each([
  ['light', light],
  ['dark', dark],
] as const)('the API pages wear the colours of the %s theme', (_name, theme) => {
  for (const colour of ['ground', 'surface', 'hairline', 'ink', 'quiet', 'link', 'tint', 'bad'] as const)
    expect(docsStyle).toContain(`--${colour}:${theme[colour]}`);
});
