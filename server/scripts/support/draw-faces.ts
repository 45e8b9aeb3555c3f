import type { DB } from '#server/db/tables.ts';

const COLOURS = { core: '#2f9e44', weak: '#f08c00', ignore: '#868e96' } as const;

type DrawnFace = Pick<
  DB['face'],
  'x' | 'y' | 'w' | 'h' | 'landmarks' | 'score' | 'size_px' | 'blur' | 'yaw' | 'grade'
> & {
  is_current: boolean;
  name: string | null;
  number: number | null;
  source: 'auto' | 'manual' | null;
};

/** Boxes coloured by grade, landmarks, measures and identities, as an SVG to lay over the picture. */
export function drawFaces(faces: DrawnFace[], width: number, height: number): Buffer {
  const stroke = Math.max(2, Math.round(width / 500));
  const drawn = faces.map((face) => drawFace(face, width, height, stroke)).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`,
  );
}

function drawFace(face: DrawnFace, width: number, height: number, stroke: number): string {
  const colour = COLOURS[face.grade];
  const [x, y] = [face.x * width, face.y * height];
  const points = [0, 1, 2, 3, 4].map(
    (i) =>
      `<circle cx="${(face.landmarks[2 * i] ?? 0) * width}" cy="${(face.landmarks[2 * i + 1] ?? 0) * height}" r="${stroke}" fill="${colour}"/>`,
  );
  const dashes = face.is_current ? '' : ` stroke-dasharray="${4 * stroke}"`;
  const measures = `${face.score.toFixed(2)} ${Math.round(face.size_px)}px blur ${face.blur.toFixed(2)} yaw ${Math.round(face.yaw)}`;
  const text = (line: string, dy: number) =>
    `<text x="${x}" y="${y + dy}" font-size="${6 * stroke}" font-family="sans-serif" fill="${colour}">${escapeXml(line)}</text>`;
  return `<rect x="${x}" y="${y}" width="${face.w * width}" height="${face.h * height}" fill="none"
    stroke="${colour}" stroke-width="${stroke}"${dashes}/>${points.join('')}
    ${text(identityOf(face), -8 * stroke)}${text(measures, -stroke)}`;
}

function identityOf({ name, number, source }: DrawnFace): string {
  if (number === null) return 'nobody yet';
  return `${name || `Person ${number}`}${source === 'manual' ? ' (by hand)' : ''}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
