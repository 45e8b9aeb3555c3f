import { XMLParser } from 'fast-xml-parser';

/** Namespaces of the properties that are read or written (XMP specification part 2, IPTC Photo Metadata Standard 2025.1). */
export const xmpNamespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
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
/** Texts by name of the property, namespace first; of a list of languages the default one first. */
export type XmpProperties = ReadonlyMap<string, readonly string[]>;

/** The simple properties and lists of texts of an XMP packet, whatever prefixes it uses; none where it is damaged. */
export function xmpProperties(packet: Buffer): XmpProperties {
  const found = new Map<string, string[]>();
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
export function xmpTexts(properties: XmpProperties, name: string): readonly string[] {
  const [prefix = '', local = ''] = name.split(':');
  return properties.get(`${xmpNamespaces[prefix as keyof typeof xmpNamespaces]}${local}`) ?? [];
}

const isUtf16 = (packet: Buffer): boolean => packet[1] === 0 || (packet[0] === 0xff && packet[1] === 0xfe);

/** Properties stand in descriptions, which stand in rdf:RDF. */
function collect(node: Node, outer: ReadonlyMap<string, string>, found: Map<string, string[]>): void {
  for (const [tag, value] of Object.entries(node))
    for (const child of listOf(value)) {
      const prefixes = declaredBy(child, outer);
      const name = nameOf(tag, prefixes);
      if (name === `${RDF}RDF`) collect(child, prefixes, found);
      else if (name === `${RDF}Description`) describe(child, prefixes, found);
    }
}

function describe(description: Node, outer: ReadonlyMap<string, string>, found: Map<string, string[]>): void {
  for (const [tag, value] of Object.entries(description)) {
    if (tag.startsWith('@xmlns') || tag === '#') continue;
    const isAttribute = tag.startsWith('@');
    for (const each of Array.isArray(value) ? value : [value]) {
      const prefixes = isAttribute || typeof each !== 'object' ? outer : declaredBy(each as Node, outer);
      const name = nameOf(isAttribute ? tag.slice(1) : tag, prefixes);
      const texts = textsOf(each, prefixes);
      if (name && texts.length > 0) found.set(name, [...(found.get(name) ?? []), ...texts]);
    }
  }
}

function textsOf(value: unknown, outer: ReadonlyMap<string, string>): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [decodeEntities(value).trim()];
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const prefixes = declaredBy(node, outer);
  const items: { text: string; isDefault: boolean }[] = [];
  for (const [tag, child] of Object.entries(node)) {
    const name = nameOf(tag.replace(/^@/, ''), prefixes);
    if (name === `${RDF}resource` || name === `${RDF}value`) return textsOf(child, prefixes);
    if (!['Seq', 'Bag', 'Alt'].some((list) => name === `${RDF}${list}`)) continue;
    for (const list of listOf(child))
      for (const [itemTag, item] of Object.entries(list)) {
        if (nameOf(itemTag, declaredBy(list, prefixes)) !== `${RDF}li`) continue;
        for (const each of Array.isArray(item) ? item : [item])
          for (const text of textsOf(each, prefixes))
            items.push({ text, isDefault: (each as Node)?.['@xml:lang'] === 'x-default' });
      }
  }
  if (items.length > 0)
    return items.sort((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ text }) => text);
  return textsOf(node['#'], prefixes);
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
