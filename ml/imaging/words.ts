import type { Box } from '../types.ts';
import type { ParsedMetadata } from './parsed-metadata.ts';
import type { FileWords, NamedRegion } from './types.ts';
import { structuresOf, textsOf, type XmpStructure, type XmpValue, xmpName } from './xmp.ts';

/** What is kept of a file; what it may hold has no end. */
const MOST = { captionCharacters: 2000, characters: 200, keywords: 100, regions: 100 };

/**
 * What a file says of what is to be seen: caption and headline (XMP, else IPTC, which cuts them), the keywords of both, names with
 * their places, and how the photographer rated it. Programs keep the two lists of keywords apart by design, so that neither is newer. Exif's ImageDescription is left out:
 * cameras write their make into it. Undefined where it says nothing.
 */
export function wordsOf(parsed: ParsedMetadata): FileWords | undefined {
  const { xmp, iptc } = parsed;
  const line = (texts: readonly string[], most: number) =>
    texts[0]?.replace(/\s+/g, ' ').trim().slice(0, most) ?? '';
  const lines = (texts: readonly string[]) =>
    [...new Set(texts.map((text) => line([text], MOST.characters)))].filter(Boolean);
  const { regions, appliedTo } = regionsOf(parsed);
  const words: FileWords = {
    caption: line([...xmp('dc:description'), ...iptc(120)], MOST.captionCharacters),
    headline: line([...xmp('photoshop:Headline'), ...iptc(105)], MOST.characters),
    keywords: lines([...xmp('dc:subject'), ...iptc(25)]).slice(0, MOST.keywords),
    people: lines([...xmp('Iptc4xmpExt:PersonInImage'), ...regions.map(({ name }) => name)]).slice(
      0,
      MOST.regions,
    ),
    rating: ratingOf(parsed),
    label: line(xmp('xmp:Label'), MOST.characters),
    regions,
    applied_to: appliedTo,
  };
  return [words.caption, words.headline, ...words.keywords, ...words.people, words.label, words.rating].some(
    Boolean,
  )
    ? words
    : undefined;
}

/** Darktable writes one star for a photo that nobody has rated; programs write -1 for a rejected one. */
function ratingOf({ xmp }: ParsedMetadata): number | null {
  const stars = Number(xmp('xmp:Rating')[0]);
  const isDefault = stars === 1 && xmp('darktable:xmp_version').length > 0;
  return Number.isInteger(stars) && stars >= 1 && stars <= 5 && !isDefault ? stars : null;
}

/** Of MWG (fractions about a centre), else of Microsoft (fractions from the upper left corner). */
function regionsOf({ structures }: ParsedMetadata): Pick<RegionList, 'regions' | 'appliedTo'> {
  const found = structures('mwg-rs:Regions').map(mwgRegions);
  const [first] = found;
  const ours = found.flatMap(({ regions }) => regions);
  const theirs = structures('MP:RegionInfo').flatMap(microsoftRegions);
  const regions = unique(ours.length > 0 ? ours : theirs).slice(0, MOST.regions);
  return { regions, appliedTo: ours.length > 0 ? (first?.appliedTo ?? null) : null };
}

type RegionList = { regions: NamedRegion[]; appliedTo: { width: number; height: number } | null };

const fieldOf = (structure: XmpStructure, name: string): XmpValue | undefined => structure.get(xmpName(name));
const textOf = (structure: XmpStructure, name: string): string => {
  const value = fieldOf(structure, name);
  return value === undefined ? '' : (textsOf(value)[0] ?? '');
};
const numberOf = (structure: XmpStructure | undefined, name: string): number =>
  structure ? Number(textOf(structure, name) || Number.NaN) : Number.NaN;

function mwgRegions(list: XmpStructure): RegionList {
  const [size] = structuresOf(fieldOf(list, 'mwg-rs:AppliedToDimensions'));
  const [width, height] = [numberOf(size, 'stDim:w'), numberOf(size, 'stDim:h')];
  const regions = structuresOf(fieldOf(list, 'mwg-rs:RegionList')).flatMap((region) => {
    const type = textOf(region, 'mwg-rs:Type');
    const [area] = structuresOf(fieldOf(region, 'mwg-rs:Area'));
    if ((type !== '' && type !== 'Face') || textOf(area ?? new Map(), 'stArea:unit') === 'pixel') return [];
    const [w, h] = [numberOf(area, 'stArea:w'), numberOf(area, 'stArea:h')];
    const [x, y] = [numberOf(area, 'stArea:x') - w / 2, numberOf(area, 'stArea:y') - h / 2];
    return named(textOf(region, 'mwg-rs:Name'), { x, y, w, h });
  });
  return { regions, appliedTo: width > 0 && height > 0 ? { width, height } : null };
}

const microsoftRegions = (info: XmpStructure): NamedRegion[] =>
  structuresOf(fieldOf(info, 'MPRI:Regions')).flatMap((region) => {
    const [x, y, w, h] = textOf(region, 'MPReg:Rectangle').split(',').map(Number);
    return named(textOf(region, 'MPReg:PersonDisplayName'), { x: x!, y: y!, w: w!, h: h! });
  });

function named(text: string, box: Box): NamedRegion[] {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, MOST.characters);
  const lies = Object.values(box).every((each) => each >= -0.5 && each <= 1.5) && box.w > 0 && box.h > 0;
  return name && lies ? [{ name, ...box }] : [];
}

/** The same region stands in a packet and in its extension, after a program that does not see the second has added to the first. */
const unique = (regions: readonly NamedRegion[]): NamedRegion[] => [
  ...new Map(
    regions.map((region) => [[region.name, region.x.toFixed(3), region.y.toFixed(3)].join(' '), region]),
  ).values(),
];
