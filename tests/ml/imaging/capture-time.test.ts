import { describe, expect, test } from 'vitest';
import { type MetadataBlocks, metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import type { CaptureTime } from '#ml/imaging/types.ts';
import {
  type ExifTag,
  exifSegment,
  iptcSegment,
  tiffBlock,
  withSegments,
  xmpPacket,
  xmpSegment,
} from '#tests/support/exif.ts';
import { quarters, withPngChunk } from '#tests/support/test-images.ts';

const ORIGINAL = 0x9003;
const DIGITIZED = 0x9004;
const CHANGED = 0x0132;
const [OFFSET, OFFSET_ORIGINAL, OFFSET_DIGITIZED] = [0x9010, 0x9011, 0x9012];
const [SUBSEC, SUBSEC_ORIGINAL, SUBSEC_DIGITIZED] = [0x9290, 0x9291, 0x9292];

const jpeg = await quarters().jpeg().toBuffer();
const TAKEN = '2026:06:13 14:05:07';
/** On the clock of this server. */
const local = (milliseconds = 0) => new Date(2026, 5, 13, 14, 5, 7, milliseconds).toISOString();
const at = (utc: string) => `2026-06-13T${utc}Z`;

type Made = {
  ifd0?: ExifTag[];
  exif?: ExifTag[];
  gps?: ExifTag[];
  xmp?: string;
  iptc?: Record<number, string>;
};
const text = (tag: number, value: string): ExifTag => ({ tag, text: value });

const readCaptureTime = async (blocks: MetadataBlocks) => (await metadataOf(blocks)).taken;
const readTakenAt = async (blocks: MetadataBlocks) => (await readCaptureTime(blocks))?.utc ?? null;
const read = async (made: Made) => (await readWhole(made))?.utc ?? null;

function readWhole({ xmp, iptc, ...tags }: Made): Promise<CaptureTime | null> {
  const segments = [
    ...(tags.ifd0 || tags.exif || tags.gps ? [exifSegment(tiffBlock(tags))] : []),
    ...(xmp ? [xmpSegment(xmp)] : []),
    ...(iptc ? [iptcSegment(iptc)] : []),
  ];
  return readCaptureTime(metadataBlocks(withSegments(jpeg, segments), 'image/jpeg'));
}
const original = (value: string, ...more: ExifTag[]) => read({ exif: [text(ORIGINAL, value), ...more] });

describe('the time a picture was taken', () => {
  const later = '2026:06:20 09:00:00';
  const sources: [string, Made][] = [
    ['the original time', { exif: [text(ORIGINAL, TAKEN)] }],
    ['the digitised time', { exif: [text(DIGITIZED, TAKEN)] }],
    ...['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'].flatMap((name) =>
      (['attribute', 'element', 'other prefix'] as const).map((as): [string, Made] => [
        `XMP ${name} as ${as}`,
        { xmp: xmpPacket(name, '2026-06-13T14:05:07', as) },
      ]),
    ),
    ['IPTC', { iptc: { 55: '20260613', 60: '140507' } }],
    ['the last change', { ifd0: [text(CHANGED, TAKEN)] }],
  ];
  test.each(sources)('is read from %s', async (_, made) => {
    expect(await read(made)).toBe(local());
  });

  test.each(sources.slice(0, -1))('is read from %s and not from the last change', async (_, made) => {
    expect(await read({ ...made, ifd0: [text(CHANGED, later)] })).toBe(local());
  });

  test('is read from the first place that says a real time', async () => {
    const all: [keyof Made, Made][] = [
      ['exif', { exif: [text(ORIGINAL, TAKEN), text(DIGITIZED, later)] }],
      ['exif', { exif: [text(ORIGINAL, '0000:00:00 00:00:00'), text(DIGITIZED, TAKEN)] }],
      ['xmp', { xmp: xmpPacket('photoshop:DateCreated', '2026-06-13T14:05:07', 'attribute') }],
      ['iptc', { iptc: { 55: '20260613', 60: '140507' } }],
    ];
    for (const [index, [, made]] of all.entries()) {
      const behind = Object.assign({}, ...all.slice(index + 1).map(([, other]) => other));
      const wrong = {
        ...behind,
        ...(behind.xmp && { xmp: xmpPacket('xmp:CreateDate', '2025-01-01T00:00:00', 'attribute') }),
        ...(behind.iptc && { iptc: { 55: '20250101', 60: '000000' } }),
      };
      expect(await read({ ...wrong, ...made })).toBe(local());
    }
  });

  test.each([
    '2026:06:13 14:05:07',
    '2026-06-13 14:05:07',
    '2026-06-13T14:05:07',
    '2026/06/13 14:05:07',
    '2026.06.13 14:05:07',
    '2026:06:13T14:05:07',
    '2026:6:13 14:05:07',
    '20260613 140507',
    ' 2026:06:13 14:05:07 ',
  ])('is read as %j', async (value) => {
    expect(await original(value)).toBe(local());
  });

  test.each([
    ['+0500', at('09:05:07.000')],
    ['+05:00', at('09:05:07.000')],
    ['-03:30', at('17:35:07.000')],
    ['Z', at('14:05:07.000')],
    [' +02', at('12:05:07.000')],
  ])('believes the offset %j, behind the time and apart', async (offset, right) => {
    expect(await original(`${TAKEN}${offset}`)).toBe(right);
    expect(await original(TAKEN, text(OFFSET_ORIGINAL, offset))).toBe(right);
    expect(
      await read({ xmp: xmpPacket('xmp:CreateDate', `2026-06-13T14:05:07${offset.trim()}`, 'element') }),
    ).toBe(right);
  });

  test('takes a blank or impossible offset for none, and the next one', async () => {
    for (const offset of ['', '   :  ', '+99:00', 'Berlin'])
      expect(await original(TAKEN, text(OFFSET_ORIGINAL, offset))).toBe(local());
    const ifd0 = [text(CHANGED, TAKEN)];
    const exif = [text(ORIGINAL, TAKEN), text(OFFSET_ORIGINAL, '   :  '), text(OFFSET, '+05:30')];
    expect(await read({ ifd0, exif })).toBe(at('08:35:07.000'));
    expect(await original(`${TAKEN}Z`, text(OFFSET_ORIGINAL, '+05:30'))).toBe(at('14:05:07.000'));
  });

  const places = {
    original: [ORIGINAL, OFFSET_ORIGINAL],
    digitised: [DIGITIZED, OFFSET_DIGITIZED],
    'last change': [CHANGED, OFFSET],
  } as const;
  const pairs = Object.keys(places).flatMap((of) => Object.keys(places).map((from) => [of, from] as const));
  test.each(pairs)(
    'of the %s time has the offset of the %s time only where both are one',
    async (of, from) => {
      const [time] = places[of as keyof typeof places];
      const [other, offset] = places[from as keyof typeof places];
      const made = (shownThere: string): Made => {
        const tags = [text(time, TAKEN), ...(other === time ? [] : [text(other, shownThere)])];
        return {
          ifd0: tags.filter(({ tag }) => tag === CHANGED),
          exif: [...tags.filter(({ tag }) => tag !== CHANGED), text(offset, '+05:00')],
        };
      };
      expect(await readWhole(made(TAKEN))).toEqual({
        utc: at('09:05:07.000'),
        local: '2026-06-13T14:05:07.000',
        offset: 300,
      });
      if (of === from) return;
      // The first time that is believed is the one whose offset counts.
      const [first] = [ORIGINAL, DIGITIZED, CHANGED].filter((tag) => tag === time || tag === other);
      const isOwn = first === other;
      expect((await readWhole(made('2026:06:12 08:00:00')))?.offset ?? null).toBe(isOwn ? 300 : null);
    },
  );

  test('is in the first hour of the day where a camera counts from 1 to 24', async () => {
    expect(await original('2026:06:13 24:05:07')).toBe(new Date(2026, 5, 13, 0, 5, 7).toISOString());
    expect(await original('2026:06:13 24:00:00')).toBe(new Date(2026, 5, 13).toISOString());
  });

  test('stays the time of the place, whatever zone this server is in', async () => {
    expect(await readWhole({ exif: [text(ORIGINAL, TAKEN)] })).toMatchObject({
      local: '2026-06-13T14:05:07.000',
      offset: null,
    });
    expect(await readWhole({ exif: [text(ORIGINAL, TAKEN), text(OFFSET_ORIGINAL, '-03:30')] })).toEqual({
      utc: at('17:35:07.000'),
      local: '2026-06-13T14:05:07.000',
      offset: -210,
    });
  });

  test('takes the offset from the time of the receiver, where it is one that clocks have', async () => {
    const gps = (hour: number, minute: number, second: number) => [
      text(0x1d, '2026:06:13'),
      { tag: 7, rationals: [hour, minute, second] },
    ];
    const exif = [text(ORIGINAL, TAKEN)];
    expect(await read({ exif, gps: gps(9, 5, 1) })).toBe(at('09:05:07.000'));
    expect(await read({ exif, gps: gps(8, 35, 7) })).toBe(at('08:35:07.000'));
    expect(await read({ ifd0: [text(CHANGED, TAKEN)], gps: gps(9, 6, 30) })).toBe(at('09:05:07.000'));
    // An old fix, and one of another day.
    expect(await read({ exif, gps: gps(8, 57, 0) })).toBe(local());
    expect(await read({ exif, gps: [text(0x1d, '2026:06:10'), { tag: 7, rationals: [9, 5, 1] }] })).toBe(
      local(),
    );
    expect(await read({ exif: [...exif, text(OFFSET_ORIGINAL, '+01:00')], gps: gps(9, 5, 1) })).toBe(
      at('13:05:07.000'),
    );
    expect(await read({ gps: gps(9, 5, 1) })).toBe(at('09:05:01.000'));
  });

  test('has milliseconds, from the place of its own or that of the same time', async () => {
    for (const [digits, milliseconds] of [
      ['250', 250],
      ['25', 250],
      ['4', 400],
      ['007', 7],
      ['123456', 123],
      [' 5 ', 500],
      ['', 0],
      ['x', 0],
    ] as const)
      expect(await original(TAKEN, text(SUBSEC_ORIGINAL, digits))).toBe(local(milliseconds));
    expect(await original(`${TAKEN}.75`)).toBe(local(750));
    expect(await read({ xmp: xmpPacket('xmp:CreateDate', '2026-06-13T14:05:07.5', 'attribute') })).toBe(
      local(500),
    );
    expect(await read({ exif: [text(DIGITIZED, TAKEN), text(SUBSEC_DIGITIZED, '31')] })).toBe(local(310));
    expect(await read({ ifd0: [text(CHANGED, TAKEN)], exif: [text(SUBSEC, '32')] })).toBe(local(320));
    expect(
      await read({ ifd0: [text(CHANGED, TAKEN)], exif: [text(ORIGINAL, TAKEN), text(SUBSEC, '33')] }),
    ).toBe(local(330));
    expect(
      await read({ ifd0: [text(CHANGED, later)], exif: [text(ORIGINAL, TAKEN), text(SUBSEC, '33')] }),
    ).toBe(local());
  });

  test.each([
    '',
    '   ',
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:31 10:00:00',
    '2026:13:01 10:00:00',
    '2026:06:13 25:00:00',
    '2026:06:13 10:60:00',
    '2026:06:13 10:00:60',
    '2026:06:00 10:00:00',
    '2026:06:31 10:00:00',
    '1970:01:01 00:00:00',
    '1980:01:01 00:00:00',
    '2098:06:13 14:05:07',
    '9999:12:31 23:59:59',
    'yesterday',
  ])('is none where it reads %j', async (value) => {
    expect(await original(value)).toBeNull();
    expect(await original(value, text(DIGITIZED, TAKEN))).toBe(local());
    expect(await read({ ifd0: [text(CHANGED, value)] })).toBeNull();
  });

  test('is the day where no place says more', async () => {
    const day = xmpPacket('photoshop:DateCreated', '2026-06-13', 'attribute');
    const end = new Date(2026, 5, 13, 23, 59, 59).toISOString();
    expect(await readWhole({ xmp: day })).toEqual({ utc: end, local: '2026-06-13', offset: null });
    expect(await read({ xmp: day, ifd0: [text(CHANGED, TAKEN)] })).toBe(local());
    expect(await read({ iptc: { 55: '20260613' } })).toBe(end);
  });

  test('is read from every format, with or without the name of JPEG, and from a second block', async () => {
    const block = tiffBlock({ exif: [text(ORIGINAL, TAKEN)] }, { little: false });
    const names = ['', 'Exif\0\0', 'Exif\0\xff'];
    for (const name of names) {
      const png = withPngChunk(
        await quarters().png().toBuffer(),
        'eXIf',
        Buffer.concat([Buffer.from(name, 'latin1'), block]),
      );
      expect(await readTakenAt(metadataBlocks(png, 'image/png'))).toBe(local());
    }
    const two = withSegments(jpeg, [
      exifSegment(tiffBlock({ ifd0: [{ tag: 0x0112, short: 6 }] })),
      exifSegment(block, 'Exif\0\xff'),
    ]);
    expect(await readTakenAt(metadataBlocks(two, 'image/jpeg'))).toBe(local());
    const packet = xmpPacket('xmp:CreateDate', '2026-06-13T14:05:07', 'element');
    const text8 = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`);
    expect(
      await readTakenAt(
        metadataBlocks(withPngChunk(await quarters().png().toBuffer(), 'iTXt', text8), 'image/png'),
      ),
    ).toBe(local());
    const webp = await quarters().webp().withXmp(packet).toBuffer();
    expect(await readTakenAt(metadataBlocks(webp, 'image/webp'))).toBe(local());
  });
});
