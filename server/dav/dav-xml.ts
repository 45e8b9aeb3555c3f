import type { Request } from 'express';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { DavRefusal } from './dav-store.ts';

export const DAV = 'DAV:';
const BODY_MOST_BYTES = 64 * 1024;
const ATTRIBUTE = '@';

/** Entities that a body declares are never expanded; texts stay as they were written. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

type Parsed = Record<string, unknown>;
/** @property text what stands between the tags, as it was written */
export interface XmlElement {
  namespace: string;
  name: string;
  children: XmlElement[];
  /** The same written out: its namespaces are declared in it. */
  inner: string;
}

/** The root element of the body of a request; undefined where there is no body. */
export async function readXml(req: Request): Promise<XmlElement | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_MOST_BYTES) throw new DavRefusal(413);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text.trim() === '' ? undefined : parseXml(text);
}

function parseXml(text: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true) throw new DavRefusal(400);
  let parsed: Parsed[];
  try {
    parsed = parser.parse(text) as Parsed[];
  } catch {
    throw new DavRefusal(400);
  }
  const root = parsed.map((node) => elementOf(node, new Map())).find((element) => element !== undefined);
  if (!root) throw new DavRefusal(400);
  return root;
}

function elementOf(node: Parsed, outer: ReadonlyMap<string, string>): XmlElement | undefined {
  const tag = Object.keys(node).find((key) => key !== ':@');
  if (!tag || tag.startsWith('#')) return undefined;
  const attributes = (node[':@'] ?? {}) as Record<string, string>;
  const namespaces = new Map(outer);
  for (const [key, value] of Object.entries(attributes)) {
    const [, prefix] = new RegExp(`^${ATTRIBUTE}xmlns(?::(.*))?$`).exec(key) ?? [key];
    if (!key.startsWith(`${ATTRIBUTE}xmlns`)) continue;
    // Namespaces in XML 1.0, 6.1: a prefix is never undeclared.
    if (prefix && value === '') throw new DavRefusal(400);
    namespaces.set(prefix ?? '', value);
  }
  const [prefix, name] = tag.includes(':') ? (tag.split(':', 2) as [string, string]) : ['', tag];
  const namespace = namespaces.get(prefix);
  if (prefix && namespace === undefined) throw new DavRefusal(400);
  const nodes = node[tag] as Parsed[];
  const children: XmlElement[] = [];
  let inner = '';
  for (const child of nodes) {
    const element = elementOf(child, namespaces);
    if (element) {
      children.push(element);
      const attributesOfChild = (child[':@'] ?? {}) as Record<string, string>;
      inner += writeElement(element, attributesOfChild);
    } else inner += String(child['#text'] ?? '');
  }
  return { namespace: namespace ?? '', name, children, inner };
}

/** What a client wrote, with a prefix of its own for each element. Attributes with a prefix are left out, but xml:lang. */
function writeElement({ namespace, name, inner }: XmlElement, attributes: Record<string, string>): string {
  const kept = Object.entries(attributes)
    .map(([key, value]) => [key.slice(ATTRIBUTE.length), value] as const)
    .filter(([key]) => key !== 'xmlns' && (!key.includes(':') || key === 'xml:lang'))
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
  const [tag, declared] = namespace
    ? [`x:${name}`, ` xmlns:x="${escapeXml(namespace)}"`]
    : [name, ' xmlns=""'];
  return `<${tag}${declared}${kept}>${inner}</${tag}>`;
}

export const nameOf = ({ namespace, name }: Pick<XmlElement, 'namespace' | 'name'>): string =>
  `{${namespace}}${name}`;
export const isDav = (element: XmlElement, name: string): boolean =>
  element.namespace === DAV && element.name === name;
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => isDav(child, name));

/** A property with what it holds. */
export function writeProperty(property: string, xml: string): string {
  const [, namespace = '', name = ''] = /^\{(.*)\}(.*)$/s.exec(property) ?? [];
  const [tag, declared] =
    namespace === DAV
      ? [`D:${name}`, '']
      : namespace
        ? [`p:${name}`, ` xmlns:p="${escapeXml(namespace)}"`]
        : [name, ' xmlns=""'];
  return xml === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${xml}</${tag}>`;
}

/** Also without characters that XML 1.0 cannot hold. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
export const XML_TYPE = 'application/xml; charset=utf-8';
