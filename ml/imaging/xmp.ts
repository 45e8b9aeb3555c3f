import { XMLParser } from 'fast-xml-parser';

/**
 * Namespaces of the properties that are read or written (XMP specification part 2, IPTC Photo Metadata Standard 2025.1, MWG guidelines
 * 2.0, Microsoft's people tags).
 */
export const xmpNamespaces = {
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  MP: 'http://ns.microsoft.com/photo/1.2/',
  MPRI: 'http://ns.microsoft.com/photo/1.2/t/RegionInfo#',
  MPReg: 'http://ns.microsoft.com/photo/1.2/t/Region#',
  darktable: 'http://darktable.sf.net/',
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  'mwg-rs': 'http://www.metadataworkinggroup.com/schemas/regions/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  stArea: 'http://ns.adobe.com/xmp/sType/Area#',
  stDim: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
};
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** Larger packets hold previews and histories of edits. */
const PACKET_MOST_BYTES = 1024 * 1024;

/** Values stay the text they are, and entities that a packet declares are never expanded. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

type Node = Record<string, unknown>;
/** A text, a list, or a structure by the names of its fields, namespace first. */
export type XmpValue = string | readonly XmpValue[] | XmpStructure;
export type XmpStructure = ReadonlyMap<string, XmpValue>;
/** Values by name of the property, namespace first; of a list of languages the default one first. */
export type XmpProperties = ReadonlyMap<string, readonly XmpValue[]>;

/** The properties of an XMP packet, whatever prefixes and notation it uses; none where it is damaged. */
export function xmpProperties(packet: Buffer): XmpProperties {
  const found = new Map<string, XmpValue[]>();
  if (packet.length > PACKET_MOST_BYTES) return found;
  const text = packet.toString(isUtf16(packet) ? 'utf16le' : 'utf8');
  const start = text.search(/<(?:[\w.-]+:)?RDF[\s>]/);
  if (start === -1) return found;
  try {
    collect(parser.parse(text.slice(start)) as Node, new Map(), found);
  } catch {
    // Damaged metadata is common and no reason to refuse a picture that decodes.
  }
  return found;
}

/** The texts of a property, such as `dc:creator`. */
export const xmpTexts = (properties: XmpProperties, name: string): string[] =>
  xmpValues(properties, name).flatMap(textsOf);

export const xmpValues = (properties: XmpProperties, name: string): readonly XmpValue[] =>
  properties.get(xmpName(name)) ?? [];

/** @param name such as `dc:creator`, of the namespaces above */
export function xmpName(name: string): string {
  const [prefix = '', local = ''] = name.split(':');
  return `${xmpNamespaces[prefix as keyof typeof xmpNamespaces]}${local}`;
}

/** A text, or the texts of a list; a structure has none. */
export const textsOf = (value: XmpValue): string[] =>
  typeof value === 'string' ? [value] : isList(value) ? value.flatMap(textsOf) : [];

const isList = (value: XmpValue): value is readonly XmpValue[] => Array.isArray(value);

/** The structures of a list, or the one that stands there by itself. */
export const structuresOf = (value: XmpValue | undefined): XmpStructure[] =>
  value === undefined || typeof value === 'string'
    ? []
    : isList(value)
      ? value.flatMap(structuresOf)
      : [value as XmpStructure];

const isUtf16 = (packet: Buffer): boolean => packet[1] === 0 || (packet[0] === 0xff && packet[1] === 0xfe);

/** Properties stand in descriptions, which stand in rdf:RDF. */
function collect(node: Node, outer: ReadonlyMap<string, string>, found: Map<string, XmpValue[]>): void {
  for (const [tag, value] of Object.entries(node))
    for (const child of listOf(value)) {
      const prefixes = declaredBy(child, outer);
      const name = nameOf(tag, prefixes);
      if (name === `${RDF}RDF`) collect(child, prefixes, found);
      else if (name === `${RDF}Description`)
        for (const [property, each] of fieldsOf(child, prefixes))
          found.set(property, [...(found.get(property) ?? []), each]);
    }
}

/** What attributes and elements of a node say, but what is there for RDF itself. */
function* fieldsOf(node: Node, outer: ReadonlyMap<string, string>): Generator<[string, XmpValue]> {
  for (const [tag, value] of Object.entries(node)) {
    if (tag.startsWith('@xmlns') || tag === '#') continue;
    const isAttribute = tag.startsWith('@');
    for (const each of Array.isArray(value) ? value : [value]) {
      const prefixes = isAttribute || typeof each !== 'object' ? outer : declaredBy(each as Node, outer);
      const name = nameOf(isAttribute ? tag.slice(1) : tag, prefixes);
      const read = name?.startsWith(RDF) === false ? readValue(each, prefixes) : undefined;
      if (name && read !== undefined) yield [name, read];
    }
  }
}

/** Undefined where nothing is said. */
function readValue(value: unknown, outer: ReadonlyMap<string, string>): XmpValue | undefined {
  if (typeof value === 'string') return decodeEntities(value).trim() || undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const node = value as Node;
  const prefixes = declaredBy(node, outer);
  for (const [tag, child] of Object.entries(node)) {
    const name = nameOf(tag.replace(/^@/, ''), prefixes);
    if (name === `${RDF}resource` || name === `${RDF}value`) return readValue(child, prefixes);
    if (name === `${RDF}Description`) return readValue(listOf(child)[0], prefixes);
    if (['Seq', 'Bag', 'Alt'].some((list) => name === `${RDF}${list}`))
      return itemsOf(listOf(child), prefixes);
  }
  const fields = new Map<string, XmpValue>();
  for (const [name, field] of fieldsOf(node, prefixes)) fields.set(name, field);
  return fields.size > 0 ? fields : readValue(node['#'], prefixes);
}

function itemsOf(lists: readonly Node[], outer: ReadonlyMap<string, string>): XmpValue | undefined {
  const items: { value: XmpValue; isDefault: boolean }[] = [];
  for (const list of lists)
    for (const [tag, item] of Object.entries(list)) {
      if (nameOf(tag, declaredBy(list, outer)) !== `${RDF}li`) continue;
      for (const each of Array.isArray(item) ? item : [item]) {
        const read = readValue(each, declaredBy(list, outer));
        if (read !== undefined)
          items.push({ value: read, isDefault: (each as Node)?.['@xml:lang'] === 'x-default' });
      }
    }
  if (items.length === 0) return undefined;
  return items.sort((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ value: read }) => read);
}

const listOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'object' && each !== null);

function declaredBy(node: Node, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = Object.entries(node ?? {}).filter(([tag]) => tag.startsWith('@xmlns:'));
  if (own.length === 0) return outer;
  return new Map([...outer, ...own.map(([tag, uri]) => [tag.slice('@xmlns:'.length), String(uri)] as const)]);
}

function nameOf(tag: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const [prefix = '', local] = tag.split(':');
  const uri = prefixes.get(prefix);
  return uri === undefined || local === undefined ? undefined : `${uri}${local}`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five of XML, and numbers of characters. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
