const NAMESPACES: Record<string, string> = {
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
};

/** A simple value of an XMP packet, as an attribute or an element, whatever prefix the packet gives the namespace; '' without it. */
export function xmpValue(packet: Buffer, name: string): string {
  const text = packet.toString(isUtf16(packet) ? 'utf16le' : 'utf8');
  const [usual = '', local = ''] = name.split(':');
  const at = text.indexOf(NAMESPACES[usual] ?? usual);
  const declared =
    at === -1 ? undefined : /xmlns:([\w.-]+)\s*=\s*["']$/.exec(text.slice(Math.max(0, at - 100), at));
  const tag = `${declared?.[1] ?? usual}:${local}`;
  for (let found = text.indexOf(tag); found !== -1; found = text.indexOf(tag, found + 1)) {
    const value = /^\s*(?:=\s*["']([^"'<]{0,100})["']|>([^<]{0,100})<)/.exec(
      text.slice(found + tag.length, found + tag.length + 200),
    );
    if (value) return (value[1] ?? value[2] ?? '').trim();
  }
  return '';
}

const isUtf16 = (packet: Buffer): boolean => packet[1] === 0 || (packet[0] === 0xff && packet[1] === 0xfe);

const RECORD = 2;

/** A text of the application record of IPTC-IIM; '' without it. @param dataset its number, such as 55 for 2:55 */
export function iptcValue(block: Buffer, dataset: number): string {
  const head = Buffer.from([0x1c, RECORD, dataset]);
  for (let at = block.indexOf(head); at !== -1; at = block.indexOf(head, at + 1)) {
    const length = at + 5 <= block.length ? block.readUInt16BE(at + 3) : 0;
    const value = block.toString('latin1', at + 5, at + 5 + length);
    if (/^[\d+-]{4,11}$/.test(value)) return value;
  }
  return '';
}
