import exifr from 'exifr';
import { iptcTexts } from './iptc.ts';
import type { MetadataBlocks } from './metadata-blocks.ts';
import { structuresOf, type XmpStructure, xmpProperties, xmpTexts, xmpValues } from './xmp.ts';

/** The tags that are read of Exif; nothing else of it is. */
const TAGS = [
  'Make',
  'Model',
  'SerialNumber',
  'Artist',
  'Copyright',
  'DateTimeOriginal',
  'CreateDate',
  'ModifyDate',
  'SubSecTime',
  'SubSecTimeOriginal',
  'SubSecTimeDigitized',
  'OffsetTime',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
  'GPSDateStamp',
  'GPSTimeStamp',
];
type Tags = Record<string, unknown>;

/** The blocks of a file, read once. */
export interface ParsedMetadata {
  /** Of Exif; of several blocks the first that has a tag. */
  tags: Tags;
  /** Texts of a property, such as `dc:creator`. */
  xmp(name: string): string[];
  /** Structures of a property, such as `mwg-rs:Regions`. */
  structures(name: string): XmpStructure[];
  /** Texts of a dataset, such as 80 for 2:80. */
  iptc(dataset: number): string[];
  /** Texts of a PNG by their name. */
  named(name: string): string[];
}

export async function parseMetadata({ tiff, xmp, iptc, texts }: MetadataBlocks): Promise<ParsedMetadata> {
  const tags: Tags = {};
  for (const block of tiff)
    for (const [name, value] of Object.entries(await readTags(block))) tags[name] ??= value;
  const properties = xmp.map(xmpProperties);
  const records = iptc.map(iptcTexts);
  return {
    tags,
    xmp: (name) => properties.flatMap((each) => xmpTexts(each, name)),
    structures: (name) => properties.flatMap((each) => xmpValues(each, name).flatMap(structuresOf)),
    iptc: (dataset) => records.flatMap((each) => each.get(dataset) ?? []),
    named: (name) => texts.filter((each) => each.name === name).map(({ text }) => text),
  };
}

async function readTags(tiff: Buffer): Promise<Tags> {
  try {
    const options = { tiff: true, exif: true, gps: true, pick: TAGS, mergeOutput: true, xmp: false };
    return (await exifr.parse(tiff, { ...options, reviveValues: false })) ?? {};
  } catch {
    // Damaged metadata is common and no reason to refuse a picture that decodes.
    return {};
  }
}
