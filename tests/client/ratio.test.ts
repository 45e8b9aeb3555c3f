import { describe, expect, it } from 'vitest';
import {
  formatRatio,
  isRatio,
  parseRatio,
  stepRatio,
} from '#client/features/faces/recognition/components/ratio.ts';

describe('a number from 0 to 1', () => {
  it('is typed with a comma or a point', () => {
    expect(parseRatio('0,5')).toBe(0.5);
    expect(parseRatio(' .25 ')).toBe(0.25);
    expect(parseRatio('')).toBeUndefined();
    for (const wrong of ['abc', '1.1', '-0.1', '0.5x', '1e-3', '0,5,5']) expect(isRatio(wrong)).toBe(false);
  });

  it('steps by a hundredth and stays inside', () => {
    expect(stepRatio(0.29, 1)).toBe(0.3);
    expect(stepRatio(0.005, -1)).toBe(0);
    expect(stepRatio(1, 1)).toBe(1);
  });

  it('keeps every digit in any language', () => {
    expect(formatRatio(0.4567, (value) => String(value).replace('.', ','))).toBe('0,4567');
  });
});
