import exifr from 'exifr';
import { iptcTexts } from './iptc.ts';
import type { MetadataBlocks } from './metadata-blocks.ts';
import type { Credit } from './types.ts';
import { xmpProperties, xmpTexts } from './xmp.ts';

/** Of each field, before it is cleaned; what a file may hold has no end. */
const MOST_CHARACTERS = 2000;

/**
 * What a file says of its author, and nothing else of it. XMP is read before IPTC, and Exif last: it has no list of creators, and IPTC
 * cuts them after 32 bytes. Undefined where it says nothing.
 */
export async function readCredit({ tiff, xmp, iptc, texts }: MetadataBlocks): Promise<Credit | undefined> {
  const properties = xmp.map(xmpProperties);
  const ofXmp = (name: string) => properties.flatMap((each) => xmpTexts(each, name));
  const records = iptc.map(iptcTexts);
  const ofIptc = (dataset: number) => records.flatMap((each) => each.get(dataset) ?? []);
  const tags = await readTags(tiff);
  const named = (name: string) => texts.filter((each) => each.name === name).map((each) => each.text);
  const first = (...places: string[][]) =>
    places
      .map((all) => [...new Set(all)].join('; ').trim().slice(0, MOST_CHARACTERS))
      .find((text) => text !== '');
  const mining = ofXmp('plus:DataMining').map(dataMiningCode).find(Boolean);
  const credit: Credit = {
    creator: first(ofXmp('dc:creator'), ofIptc(80), tags.Artist, ofXmp('tiff:Artist'), named('Author')),
    copyright: first(
      ofXmp('dc:rights').slice(0, 1),
      ofIptc(116),
      tags.Copyright,
      ofXmp('tiff:Copyright'),
      named('Copyright'),
    ),
    credit: first(ofXmp('photoshop:Credit'), ofIptc(110)),
    data_mining: mining,
  };
  return Object.values(credit).some(Boolean) ? credit : undefined;
}

async function readTags(tiff: readonly Buffer[]): Promise<{ Artist: string[]; Copyright: string[] }> {
  const found: { Artist: string[]; Copyright: string[] } = { Artist: [], Copyright: [] };
  for (const block of tiff) {
    const tags = await exifr
      .parse(block, { tiff: true, exif: false, gps: false, pick: ['Artist', 'Copyright'], xmp: false })
      .catch(() => undefined);
    for (const name of ['Artist', 'Copyright'] as const)
      if (found[name].length === 0 && typeof tags?.[name] === 'string') found[name].push(utf8Of(tags[name]));
  }
  return found;
}

/** Exif knows ASCII alone, and cameras write UTF-8 into it. What follows a zero is the editor's copyright. */
function utf8Of(text: string): string {
  const [before = ''] = text.split('\0');
  const bytes = Buffer.from(before, 'latin1');
  const decoded = bytes.toString('utf8');
  return Buffer.from(decoded, 'utf8').equals(bytes) ? decoded : before;
}

/** A term of the PLUS vocabulary for data mining, such as `DMI-PROHIBITED`; undefined for anything else. */
function dataMiningCode(value: string): string | undefined {
  const code = /^(?:http:\/\/ns\.useplus\.org\/ldf\/vocab\/)?(DMI-[A-Z-]{4,60})$/.exec(value)?.[1];
  return code;
}
