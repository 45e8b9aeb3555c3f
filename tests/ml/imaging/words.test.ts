import { describe, expect, it } from 'vitest';
import { metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { iptcSegment, withSegments, xmpSegment } from '#tests/support/exif.ts';
import { quarters } from '#tests/support/test-images.ts';

const jpeg = await quarters().jpeg().toBuffer();
const NAMESPACES = {
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  MP: 'http://ns.microsoft.com/photo/1.2/',
  MPRI: 'http://ns.microsoft.com/photo/1.2/t/RegionInfo#',
  MPReg: 'http://ns.microsoft.com/photo/1.2/t/Region#',
  dc: 'http://purl.org/dc/elements/1.1/',
  'mwg-rs': 'http://www.metadataworkinggroup.com/schemas/regions/',
  darktable: 'http://darktable.sf.net/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  stArea: 'http://ns.adobe.com/xmp/sType/Area#',
  stDim: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
};
const declared = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const rdf = (body: string, attributes = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" ${declared} ${attributes}>${body}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const wordsIn = async (...segments: { marker: number; body: Buffer }[]) =>
  (await metadataOf(metadataBlocks(withSegments(jpeg, segments), 'image/jpeg'))).words;

const none = {
  caption: '',
  headline: '',
  keywords: [],
  people: [],
  rating: null,
  label: '',
  regions: [],
  applied_to: null,
};
const asElements = (name: string, x: number) => `<rdf:li rdf:parseType="Resource">
  <mwg-rs:Name>${name}</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
  <mwg-rs:Area rdf:parseType="Resource"><stArea:x>${x}</stArea:x><stArea:y>0.5</stArea:y><stArea:w>0.2</stArea:w>
    <stArea:h>0.4</stArea:h><stArea:unit>normalized</stArea:unit></mwg-rs:Area></rdf:li>`;
const asAttributes = (
  name: string,
  x: number,
) => `<rdf:li><rdf:Description mwg-rs:Name="${name}" mwg-rs:Type="Face">
  <mwg-rs:Area stArea:x="${x}" stArea:y="0.5" stArea:w="0.2" stArea:h="0.4" stArea:unit="normalized"/></rdf:Description></rdf:li>`;
const regions = (items: string) => `<mwg-rs:Regions rdf:parseType="Resource">
  <mwg-rs:AppliedToDimensions stDim:w="400" stDim:h="300" stDim:unit="pixel"/>
  <mwg-rs:RegionList><rdf:Bag>${items}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`;
const region = (name: string, x: number) => ({ name, x: x - 0.1, y: 0.3, w: 0.2, h: 0.4 });

describe('what a file says of what is to be seen', () => {
  it('is nothing for a file without, and for what cameras write into each', async () => {
    expect(await wordsIn()).toBeNull();
    expect(await wordsIn(xmpSegment(rdf('', 'photoshop:Credit="Foto &amp; Sport"')))).toBeNull();
  });

  it.each([
    ['xmp:Rating="5" xmp:Label="Winner"', { ...none, rating: 5, label: 'Winner' }],
    ['xmp:Rating="3"', { ...none, rating: 3 }],
    ['xmp:Label="Red"', { ...none, label: 'Red' }],
    // Rejected, no rating, and what is none.
    ['xmp:Rating="-1"', null],
    ['xmp:Rating="0"', null],
    ['xmp:Rating="6"', null],
    ['xmp:Rating="3.5"', null],
    ['xmp:Rating="many"', null],
    // Darktable gives one star to all that nobody has rated.
    ['xmp:Rating="1" darktable:xmp_version="5"', null],
    ['xmp:Rating="2" darktable:xmp_version="5"', { ...none, rating: 2 }],
    ['xmp:Rating="1"', { ...none, rating: 1 }],
  ])('is the rating of the photographer: %s', async (attributes, said) => {
    expect(await wordsIn(xmpSegment(rdf('', attributes)))).toEqual(said);
  });

  it('is caption, headline and the keywords of XMP and IPTC, as texts whatever they look like', async () => {
    const packet = rdf(`<dc:description><rdf:Alt><rdf:li xml:lang="de">Das Tor</rdf:li>
        <rdf:li xml:lang="x-default">The goal of Mia &amp; Tom</rdf:li></rdf:Alt></dc:description>
      <photoshop:Headline>0042</photoshop:Headline>
      <dc:subject><rdf:Bag><rdf:li>true</rdf:li><rdf:li>U9</rdf:li></rdf:Bag></dc:subject>`);
    expect(
      await wordsIn(xmpSegment(packet), iptcSegment({ 25: 'F\u00fcnf', 120: 'cut off', 105: 'cut' })),
    ).toEqual({
      ...none,
      caption: 'The goal of Mia & Tom',
      headline: '0042',
      keywords: ['true', 'U9', 'F\u00fcnf'],
    });
  });

  it('is names with and without a place', async () => {
    const packet =
      rdf(`<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Leo Kurz</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
      ${regions(asElements('007', 0.3) + asAttributes('Mia Berg', 0.7))}`);
    const words = await wordsIn(xmpSegment(packet));
    expect(words?.people).toEqual(['Leo Kurz', '007', 'Mia Berg']);
    expect(words?.applied_to).toEqual({ width: 400, height: 300 });
    for (const [at, expected] of [region('007', 0.3), region('Mia Berg', 0.7)].entries())
      for (const [field, value] of Object.entries(expected))
        expect(words?.regions[at]?.[field as keyof typeof expected]).toEqual(
          typeof value === 'number' ? expect.closeTo(value, 9) : value,
        );
  });

  it('is one region where there is one, and the regions of Microsoft where there are no others', async () => {
    expect((await wordsIn(xmpSegment(rdf(regions(asAttributes('Mia', 0.5))))))?.regions).toHaveLength(1);
    const theirs = rdf(`<MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
      <rdf:li MPReg:Rectangle="0.2, 0.3, 0.2, 0.4" MPReg:PersonDisplayName="Mia"/>
      <rdf:li MPReg:PersonDisplayName="nowhere"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>`);
    const words = await wordsIn(xmpSegment(theirs));
    expect(words?.regions).toEqual([{ name: 'Mia', x: 0.2, y: 0.3, w: 0.2, h: 0.4 }]);
    expect(words?.applied_to).toBeNull();
  });

  it('leaves out what is no face, what is in pixels, and what has no name', async () => {
    const items = [
      asAttributes('Ball', 0.5).replace('"Face"', '"Focus"'),
      asAttributes('Mia', 0.5).replace('normalized', 'pixel'),
      asAttributes(' ', 0.5),
      asAttributes('Leo', 0.5).replace('0.2', 'wide'),
    ];
    expect(await wordsIn(xmpSegment(rdf(regions(items.join('')))))).toBeNull();
  });

  it('is joined from packet and extension, in whatever order, and each region is there once', async () => {
    const guid = '0123456789ABCDEF0123456789ABCDEF';
    const extension = Buffer.from(rdf(regions(asElements('Mia', 0.3) + asElements('Leo', 0.7))));
    const part = (from: number, to: number, of = guid) => {
      const head = Buffer.alloc(40);
      head.write(of, 'latin1');
      head.writeUInt32BE(extension.length, 32);
      head.writeUInt32BE(from, 36);
      return {
        marker: 0xe1,
        body: Buffer.concat([
          Buffer.from('http://ns.adobe.com/xmp/extension/\0'),
          head,
          extension.subarray(from, to),
        ]),
      };
    };
    const packet = rdf(
      regions(asAttributes('Mia', 0.3) + asAttributes('Tom', 0.5)),
      `xmpNote:HasExtendedXMP="${guid}"`,
    );
    const parts = [part(500, extension.length), part(0, 500)];
    expect((await wordsIn(...parts, xmpSegment(packet)))?.people).toEqual(['Mia', 'Tom', 'Leo']);
    expect((await wordsIn(parts[0]!, xmpSegment(packet)))?.people).toEqual(['Mia', 'Tom']);
    const others = [part(0, extension.length, 'F'.repeat(32)), xmpSegment(packet)];
    expect((await wordsIn(...others))?.people).toEqual(['Mia', 'Tom']);
  });
});
