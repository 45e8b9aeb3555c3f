import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSrgbProfile } from '#ml/imaging/is-srgb-profile.ts';
import { samplePath } from '../golden/inputs.ts';

const profileOf = async (picture: string | Buffer) => Buffer.from((await sharp(picture).metadata()).icc!);
const create = { width: 8, height: 8, channels: 3, background: '#852' } as const;
const written = async (profile: string) =>
  profileOf(await sharp({ create }).withIccProfile(profile).jpeg().toBuffer());

const parametric = await written('srgb');
/** As Hewlett-Packard made it, with curves of 1,024 points; most photos with a profile have this one. */
const tables = await profileOf(samplePath(1));

/** Where the value of a tag lies. */
function startOf(profile: Buffer, name: string): number {
  const tag = profile.indexOf(name, 132, 'latin1');
  return profile.readUInt32BE(tag + 4);
}

function changed(profile: Buffer, change: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(profile);
  change(copy);
  return copy;
}

describe('a colour profile', () => {
  it.each([
    ['with curves as formulas', parametric],
    ['with curves as tables', tables],
  ])('of sRGB %s is known', (_, profile) => {
    expect(isSrgbProfile(profile)).toBe(true);
  });

  it('of other colours is not', async () => {
    expect(isSrgbProfile(await written('p3'))).toBe(false);
    const cmyk = await sharp({ create }).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    expect(isSrgbProfile(await profileOf(cmyk))).toBe(false);
    expect(isSrgbProfile(undefined)).toBe(false);
  });

  it.each([
    ['a primary colour', (copy: Buffer) => copy.writeInt32BE(0.41 * 65_536, startOf(copy, 'gXYZ') + 8)],
    [
      'one point of a curve',
      (copy: Buffer) => copy.writeUInt16BE(9_000, startOf(copy, 'bTRC') + 12 + 2 * 500),
    ],
    ['a gamma instead of a curve', (copy: Buffer) => copy.writeUInt32BE(1, startOf(copy, 'rTRC') + 8)],
    ['no curve', (copy: Buffer) => copy.write('none', copy.indexOf('gTRC', 132, 'latin1'), 'latin1')],
    [
      'a table of colours',
      (copy: Buffer) => copy.write('A2B0', copy.indexOf('tech', 132, 'latin1'), 'latin1'),
    ],
    ['another colour space', (copy: Buffer) => copy.write('GRAY', 16, 'latin1')],
  ])('like sRGB but for %s is not', (_, change) => {
    expect(isSrgbProfile(changed(tables, change))).toBe(false);
  });

  it('that is cut short or made up is refused without an error', () => {
    for (let length = 0; length < parametric.length - 40; length += 1)
      expect(isSrgbProfile(parametric.subarray(0, length))).toBe(false);
    fc.assert(
      fc.property(fc.nat(tables.length - 5), fc.uint8Array({ minLength: 4, maxLength: 4 }), (at, bytes) => {
        const profile = changed(tables, (copy) => copy.set(bytes, at));
        expect(typeof isSrgbProfile(profile)).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });
});
