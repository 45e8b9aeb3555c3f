import type { ParsedMetadata } from './parsed-metadata.ts';
import type { Credit } from './types.ts';

/** Of each field, before it is cleaned; what a file may hold has no end. */
const MOST_CHARACTERS = 2000;

/**
 * What a file says of its author, and nothing else of it. XMP is read before IPTC, and Exif last: it has no list of creators, and IPTC
 * cuts them after 32 bytes. Undefined where it says nothing.
 */
export function creditOf({ tags, xmp, iptc, named }: ParsedMetadata): Credit | undefined {
  const tag = (value: unknown) => (typeof value === 'string' ? [utf8Of(value)] : []);
  const first = (...places: string[][]) =>
    places
      .map((all) => [...new Set(all)].join('; ').trim().slice(0, MOST_CHARACTERS))
      .find((text) => text !== '');
  const mining = xmp('plus:DataMining').map(dataMiningCode).find(Boolean);
  const credit: Credit = {
    creator: first(xmp('dc:creator'), iptc(80), tag(tags.Artist), xmp('tiff:Artist'), named('Author')),
    copyright: first(
      xmp('dc:rights').slice(0, 1),
      iptc(116),
      tag(tags.Copyright),
      xmp('tiff:Copyright'),
      named('Copyright'),
    ),
    credit: first(xmp('photoshop:Credit'), iptc(110)),
    data_mining: mining,
  };
  return Object.values(credit).some(Boolean) ? credit : undefined;
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
