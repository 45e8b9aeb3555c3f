import exifr from 'exifr';
import { describe, expect, it } from 'vitest';
import { type MetadataBlocks, metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { gifPictureOnly } from '#ml/imaging/strip-gif.ts';
import { jpegPictureOnly } from '#ml/imaging/strip-jpeg.ts';
import { pngPictureOnly } from '#ml/imaging/strip-png.ts';
import { webpPictureOnly } from '#ml/imaging/strip-webp.ts';
import type { ImageMime, OutgoingMetadata } from '#ml/imaging/types.ts';
import { exifSegment, iptcSegment, tiffBlock, withSegments, xmpSegment } from '#tests/support/exif.ts';
import { quarters, withPngChunk } from '#tests/support/test-images.ts';

const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const jpeg = await quarters().jpeg().toBuffer();

const rdf = (description: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta>`;
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const PS = 'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"';
const PLUS = 'xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"';

const readCredit = async (blocks: MetadataBlocks) => (await metadataOf(blocks)).credit ?? undefined;
const readJpeg = (...segments: { marker: number; body: Buffer }[]) =>
  readCredit(metadataBlocks(withSegments(jpeg, segments), 'image/jpeg'));

describe('what a file says of its author', () => {
  it('is read from XMP, as elements and as attributes, whatever the prefix', async () => {
    const packet = rdf(
      `<rdf:Description rdf:about="" ${DC} ${PS} ${PLUS} photoshop:Credit="Foto &amp; Sport" plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED">
        <dc:creator><rdf:Seq><rdf:li>Anna Öhm</rdf:li><rdf:li>0042</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="de">© Öhm, alle Rechte</rdf:li><rdf:li xml:lang="x-default">© Öhm</rdf:li></rdf:Alt></dc:rights>
      </rdf:Description>`,
    );
    const read = {
      creator: 'Anna Öhm; 0042',
      copyright: '© Öhm',
      credit: 'Foto & Sport',
      data_mining: 'DMI-PROHIBITED',
    };
    expect(await readJpeg(xmpSegment(packet))).toEqual(read);
    const renamed = packet
      .replaceAll(/\bdc\b(?=[:=])/g, 'a')
      .replaceAll(/\bphotoshop\b(?=[:=])/g, 'b')
      .replaceAll(/\bplus\b(?=[:=])/g, 'c');
    expect(await readJpeg(xmpSegment(renamed))).toEqual(read);
  });

  it('is read from IPTC and Exif, in UTF-8 and in Latin-1', async () => {
    expect(await readJpeg(iptcSegment({ 80: 'Jürgen', 110: 'Öhm', 116: '© 2026' }))).toEqual({
      creator: 'Jürgen',
      credit: 'Öhm',
      copyright: '© 2026',
    });
    const tiff = tiffBlock({
      ifd0: [
        { tag: ARTIST, text: Buffer.from('Jürgen Öhm').toString('latin1') },
        { tag: COPYRIGHT, text: '(c) 2026 Verein\0Editor' },
      ],
    });
    expect(await readJpeg(exifSegment(tiff))).toEqual({
      creator: 'Jürgen Öhm',
      copyright: '(c) 2026 Verein',
    });
  });

  it('is read from the texts of a PNG', async () => {
    const png = withPngChunk(await quarters().png().toBuffer(), 'tEXt', Buffer.from('Author\0Anna Berg'));
    expect(await readCredit(metadataBlocks(png, 'image/png'))).toEqual({ creator: 'Anna Berg' });
  });

  it('is none where nothing but places, people and keywords is said', async () => {
    const packet = rdf(
      `<rdf:Description ${DC} ${PS} photoshop:City="SECRET"><dc:subject><rdf:Bag><rdf:li>SECRET</rdf:li></rdf:Bag></dc:subject></rdf:Description>`,
    );
    expect(await readJpeg(xmpSegment(packet), iptcSegment({ 25: 'SECRET', 90: 'SECRET' }))).toBeUndefined();
    expect(await readJpeg(xmpSegment('<x:xmpmeta><rdf:RDF <<<'))).toBeUndefined();
  });
});

describe('a picture that says no more than author and time', () => {
  const metadata: OutgoingMetadata = {
    credit: {
      creator: 'Anna Öhm <1>',
      copyright: '© Öhm & Co',
      credit: 'Foto',
      data_mining: 'DMI-PROHIBITED',
    },
    taken: { local: '2026-06-13T14:05:07.250', offset: -210 },
  };
  const formats: [ImageMime, () => Promise<Buffer>, (bytes: Buffer, m: OutgoingMetadata) => Buffer][] = [
    ['image/jpeg', () => quarters().jpeg().toBuffer(), jpegPictureOnly],
    ['image/png', () => quarters().png().toBuffer(), pngPictureOnly],
    ['image/webp', () => quarters().webp().toBuffer(), webpPictureOnly],
    ['image/webp', () => quarters().webp({ lossless: true }).toBuffer(), webpPictureOnly],
    ['image/webp', () => quarters().withIccProfile('p3').webp().toBuffer(), webpPictureOnly],
    ['image/gif', () => quarters().gif().toBuffer(), gifPictureOnly],
  ];

  it.each(formats)('is a %s with the same pixels', async (mime, make, strip) => {
    const { default: sharp } = await import('sharp');
    const original = await make();
    const copy = strip(original, metadata);
    expect(await readCredit(metadataBlocks(copy, mime))).toEqual(metadata.credit);
    expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
    expect(strip(copy, metadata)).toEqual(copy);
    const bare = strip(copy, {});
    expect(await readCredit(metadataBlocks(bare, mime))).toBeUndefined();
    if (mime === 'image/gif') return; // has no place for the time
    const [tiff] = metadataBlocks(copy, mime).tiff;
    expect(await exifr.parse(tiff!, { reviveValues: false })).toMatchObject({
      Copyright: expect.any(String),
      DateTimeOriginal: '2026:06:13 14:05:07',
      SubSecTimeOriginal: '250',
      OffsetTimeOriginal: '-03:30',
    });
  });
});
