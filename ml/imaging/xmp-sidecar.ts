import { escaped } from './outgoing-metadata.ts';
import type { NamedRegion } from './types.ts';
import { xmpNamespaces } from './xmp.ts';

/** @property width in pixels, upright, as the regions lie */
export interface NamedPeople {
  width: number;
  height: number;
  regions: readonly NamedRegion[];
}

/** An XMP file to lie beside a photo: who is on it and where, as MWG says it, and the same names without a place. */
export function xmpSidecar({ width, height, regions }: NamedPeople): string {
  const prefixes = ['Iptc4xmpExt', 'mwg-rs', 'stArea', 'stDim'] as const;
  const namespaces = prefixes.map((prefix) => `xmlns:${prefix}="${xmpNamespaces[prefix]}"`);
  const names = [...new Set(regions.map(({ name }) => name))];
  const size = `stDim:w="${width}" stDim:h="${height}" stDim:unit="pixel"`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" ${namespaces.join(' ')}>
   <Iptc4xmpExt:PersonInImage><rdf:Bag>${names.map((name) => `<rdf:li>${escaped(name)}</rdf:li>`).join('')}</rdf:Bag></Iptc4xmpExt:PersonInImage>
   <mwg-rs:Regions rdf:parseType="Resource">
    <mwg-rs:AppliedToDimensions ${size}/>
    <mwg-rs:RegionList><rdf:Bag>
${regions.map(itemOf).join('\n')}
    </rdf:Bag></mwg-rs:RegionList>
   </mwg-rs:Regions>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

const itemOf = ({ name, x, y, w, h }: NamedRegion): string => {
  const area = [
    ['x', x + w / 2],
    ['y', y + h / 2],
    ['w', w],
    ['h', h],
  ].map(([field, value]) => `stArea:${field}="${Number(value).toFixed(6)}"`);
  return `     <rdf:li><rdf:Description mwg-rs:Name="${escaped(name)}" mwg-rs:Type="Face"><mwg-rs:Area ${area.join(' ')} stArea:unit="normalized"/></rdf:Description></rdf:li>`;
};
